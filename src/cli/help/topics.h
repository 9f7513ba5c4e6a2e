/* The topics of `papamu help TOPIC`: what concerns more than one command.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_HELP_TOPICS_H
#define CLI_HELP_TOPICS_H

typedef struct topic {
    const char *name, *summary;
    const char *text; /* what it says; NULL: print() writes it */
    void (*print)(void);
} topic;

enum { N_TOPICS = 10 };

/* N_TOPICS of them, ended by a NULL name. */
extern const topic topics[];

/* NULL if there is none of that name. */
const topic *topic_find(const char *name);

/* Print a topic to standard output. */
void topic_print(const topic *t);

#endif
