/* Explicit game trees by their definitions; see game_tree.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/game_tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct log_of_wood {
    struct log_of_wood *next;
    _Alignas(16) unsigned char bytes[];
} log_of_wood;

struct game_wood {
    log_of_wood *logs;
};

game_wood *game_wood_new(void)
{
    return calloc(1, sizeof(game_wood));
}

void game_wood_free(game_wood *wood)
{
    for (log_of_wood *l = wood->logs; l;) {
        log_of_wood *next = l->next;
        free(l);
        l = next;
    }
    free(wood);
}

static void *wood_take(game_wood *wood, size_t bytes)
{
    log_of_wood *l = malloc(sizeof *l + bytes);
    if (!l) {
        abort();
    }
    l->next = wood->logs;
    wood->logs = l;
    return l->bytes;
}

const game_tree *tree_new(game_wood *wood, const game_tree *const *left, size_t n_left, const game_tree *const *right,
                          size_t n_right)
{
    game_tree *g = wood_take(wood, sizeof *g);
    const game_tree **options = wood_take(wood, (n_left + n_right) * sizeof *options);
    for (size_t i = 0; i < n_left; i++) {
        options[i] = left[i];
    }
    for (size_t i = 0; i < n_right; i++) {
        options[n_left + i] = right[i];
    }
    *g = (game_tree){options, options + n_left, n_left, n_right};
    return g;
}

const game_tree *tree_integer(game_wood *wood, int n)
{
    if (n == 0) {
        return tree_new(wood, NULL, 0, NULL, 0);
    }
    const game_tree *option = tree_integer(wood, n > 0 ? n - 1 : n + 1);
    return n > 0 ? tree_new(wood, &option, 1, NULL, 0) : tree_new(wood, NULL, 0, &option, 1);
}

const game_tree *tree_nimber(game_wood *wood, int n)
{
    const game_tree *options[64];
    for (int i = 0; i < n; i++) {
        options[i] = tree_nimber(wood, i);
    }
    return tree_new(wood, options, (size_t)n, options, (size_t)n);
}

const game_tree *tree_negative(game_wood *wood, const game_tree *g)
{
    const game_tree **options = wood_take(wood, (g->n_left + g->n_right) * sizeof *options);
    for (size_t i = 0; i < g->n_right; i++) {
        options[i] = tree_negative(wood, g->right[i]);
    }
    for (size_t i = 0; i < g->n_left; i++) {
        options[g->n_right + i] = tree_negative(wood, g->left[i]);
    }
    return tree_new(wood, options, g->n_right, options + g->n_right, g->n_left);
}

const game_tree *tree_sum(game_wood *wood, const game_tree *g, const game_tree *h)
{
    const size_t n_left = g->n_left + h->n_left, n_right = g->n_right + h->n_right;
    const game_tree **options = wood_take(wood, (n_left + n_right) * sizeof *options);
    size_t n = 0;
    for (size_t i = 0; i < g->n_left; i++) {
        options[n++] = tree_sum(wood, g->left[i], h);
    }
    for (size_t i = 0; i < h->n_left; i++) {
        options[n++] = tree_sum(wood, g, h->left[i]);
    }
    for (size_t i = 0; i < g->n_right; i++) {
        options[n++] = tree_sum(wood, g->right[i], h);
    }
    for (size_t i = 0; i < h->n_right; i++) {
        options[n++] = tree_sum(wood, g, h->right[i]);
    }
    return tree_new(wood, options, n_left, options + n_left, n_right);
}

bool tree_le(const game_tree *g, const game_tree *h)
{
    for (size_t i = 0; i < g->n_left; i++) {
        if (tree_le(h, g->left[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < h->n_right; i++) {
        if (tree_le(h->right[i], g)) {
            return false;
        }
    }
    return true;
}

bool tree_equal(const game_tree *g, const game_tree *h)
{
    return tree_le(g, h) && tree_le(h, g);
}

bool tree_left_wins_first(const game_tree *g)
{
    for (size_t i = 0; i < g->n_left; i++) {
        if (!tree_right_wins_first(g->left[i])) {
            return true;
        }
    }
    return false;
}

bool tree_right_wins_first(const game_tree *g)
{
    for (size_t i = 0; i < g->n_right; i++) {
        if (!tree_left_wins_first(g->right[i])) {
            return true;
        }
    }
    return false;
}
