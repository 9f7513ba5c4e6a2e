/* Files that appear whole or not at all, against what their header promises and what the system says is there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* All files are made in a folder of their own. */
static int enter_folder(void **state)
{
    static char path[4096];
    const char *temporary = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/papamu-file-XXXXXX", temporary ? temporary : "/tmp");
    *state = path;
    return mkdtemp(path) && chdir(path) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    return system("rm -rf ./*") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

static bool exists(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0;
}

static void check_content(const char *path, const char *expected)
{
    char bytes[64] = {0};
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes - 1, file), strlen(expected));
    assert_string_equal(bytes, expected);
    fclose(file);
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_file_appears_when_it_is_committed(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    put("result", "old");
    assert_int_equal(file_open("result", false, &file, &err), PM_OK);
    assert_int_equal(file_write(&file, "world", 5, 6, &err), PM_OK);
    assert_int_equal(file_write(&file, "hello ", 6, 0, &err), PM_OK);
    assert_int_equal(file_sync(&file, &err), PM_OK);
    check_content("result", "old");
    check_content("result.partial", "hello world");
    assert_int_equal(file_commit(&file, &err), PM_OK);
    check_content("result", "hello world");
    assert_false(exists("result.partial"));
    assert_int_equal(file.fd, -1);
    file_close(&file, false); /* of a closed one: nothing */
    check_content("result", "hello world");
}

static void a_file_that_is_closed_leaves_the_old_one(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    put("result", "old");
    assert_int_equal(file_open("result", false, &file, &err), PM_OK);
    errno = ENOSPC;
    file_close(&file, false);
    assert_int_equal(errno, ENOSPC); /* of what went wrong before */
    check_content("result", "old");
    assert_false(exists("result.partial"));
}

static void a_partial_file_is_kept_if_asked(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    assert_int_equal(file_open("kept", false, &file, &err), PM_OK);
    assert_int_equal(file_write(&file, "begun", 5, 0, &err), PM_OK);
    file_close(&file, true);
    check_content("kept.partial", "begun");
    assert_int_equal(file_open("kept", true, &file, &err), PM_OK);
    check_content("kept.partial", "begun");
    assert_int_equal(file_cut(&file, 2, &err), PM_OK);
    file_close(&file, true);
    check_content("kept.partial", "be");
    assert_int_equal(file_open("kept", false, &file, &err), PM_OK); /* or from the start */
    check_content("kept.partial", "");
    file_close(&file, false);
    assert_false(exists("kept"));
}

/* Descriptor 0 is as good as any, where standard input is closed. */
static void a_file_without_standard_input_is_closed_too(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    const int input = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    assert_int_equal(file_open("zero", false, &file, &err), PM_OK);
    assert_int_equal(file.fd, 0);
    file_close(&file, false);
    assert_false(exists("zero.partial"));
    assert_int_equal(fcntl(0, F_GETFD), -1);
    if (input >= 0) {
        assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
        close(input);
    }
}

static void a_second_writer_is_refused(void **state)
{
    (void)state;
    safe_file first, second;
    pm_error err;
    assert_int_equal(file_open("locked", false, &first, &err), PM_OK);
    assert_int_equal(file_write(&first, "mine", 4, 0, &err), PM_OK);
    assert_int_equal(file_open("locked", false, &second, &err), PM_IO);
    assert_string_equal(err.message, "another process is writing \"locked\"");
    check_content("locked.partial", "mine");
    assert_int_equal(file_commit(&first, &err), PM_OK);
    assert_int_equal(file_open("locked", false, &second, &err), PM_OK); /* the name is free again */
    file_close(&second, false);
    check_content("locked", "mine");
}

static void what_a_link_points_to_is_replaced(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    put("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    assert_int_equal(file_open("link", false, &file, &err), PM_OK);
    assert_int_equal(file_write(&file, "new", 3, 0, &err), PM_OK);
    assert_int_equal(file_commit(&file, &err), PM_OK);
    check_content("target", "new");
    struct stat s;
    assert_int_equal(lstat("link", &s), 0);
    assert_true(S_ISLNK(s.st_mode));
}

static void what_a_link_points_to_is_made(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder/second", "first"), 0);
    assert_int_equal(symlink("not-yet", "folder/second"), 0);
    assert_int_equal(file_open("first", false, &file, &err), PM_OK);
    assert_true(exists("folder/not-yet.partial"));
    assert_int_equal(file_write(&file, "new", 3, 0, &err), PM_OK);
    assert_int_equal(file_commit(&file, &err), PM_OK);
    check_content("folder/not-yet", "new");
    struct stat s;
    assert_int_equal(lstat("first", &s), 0);
    assert_true(S_ISLNK(s.st_mode));
    assert_int_equal(lstat("folder/second", &s), 0);
    assert_true(S_ISLNK(s.st_mode));
}

/* What a killed writer leaves goes at the next start, unless somebody holds it. */
static void what_was_left_behind_is_cleared(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    put("left.partial", "of a run that was killed");
    assert_int_equal(file_open("left", false, &file, &err), PM_OK);
    check_content("left.partial", "");
    file_close(&file, false);
    assert_false(exists("left.partial"));
    put("left.partial", "of a run that is at work");
    const int fd = open("left.partial", O_RDWR);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_int_equal(file_open("left", false, &file, &err), PM_IO);
    check_content("left.partial", "of a run that is at work");
    close(fd);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    safe_file file;
    pm_error err;
    assert_int_equal(file_open("/dev/null", false, &file, &err), PM_BAD_INPUT);
    assert_string_equal(err.message, "\"/dev/null\" is not a regular file");
    assert_int_equal(file_open(".", false, &file, &err), PM_BAD_INPUT);
    assert_int_equal(file_open("missing/result", false, &file, &err), PM_IO);
    assert_int_equal(errno, ENOENT);
    assert_non_null(strstr(err.message, "cannot create \"missing/result.partial\""));
    if (geteuid() != 0) {
        put("read-only", "old");
        assert_int_equal(chmod("read-only", 0444), 0);
        assert_int_equal(file_open("read-only", false, &file, &err), PM_IO);
        assert_non_null(strstr(err.message, "cannot replace \"read-only\""));
    }
    assert_int_equal(mkdir("gone", 0777), 0);
    assert_int_equal(file_open("gone/result", false, &file, &err), PM_OK);
    assert_int_equal(rename("gone", "moved"), 0);
    assert_int_equal(file_commit(&file, &err), PM_IO); /* its folder is elsewhere */
    assert_non_null(strstr(err.message, "cannot rename"));
    assert_int_equal(file_sync_directory("missing/result", &err), PM_IO);
    assert_int_equal(file_sync_directory("moved/result", &err), PM_OK);
}

static void a_file_is_read_at_its_place_or_reported(void **state)
{
    (void)state;
    char bytes[8] = {0};
    pm_error err;
    put("read", "0123456789");
    const int fd = open("read", O_RDONLY);
    assert_true(fd >= 0);
    assert_int_equal(file_read(fd, bytes, 4, 3, &err), PM_OK);
    assert_string_equal(bytes, "3456");
    assert_int_equal(file_read(fd, bytes, 3, 7, &err), PM_OK);
    assert_int_equal(file_read(fd, bytes, 4, 7, &err), PM_DAMAGED);
    assert_int_equal(err.offset, 10); /* where the bytes end */
    assert_int_equal(file_read(fd, bytes, 0, 99, &err), PM_OK);
    close(fd);
    assert_int_equal(file_read(fd, bytes, 4, 5, &err), PM_IO);
    assert_int_equal(err.offset, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_appears_when_it_is_committed),
        cmocka_unit_test(a_file_that_is_closed_leaves_the_old_one),
        cmocka_unit_test(a_partial_file_is_kept_if_asked),
        cmocka_unit_test(a_file_without_standard_input_is_closed_too),
        cmocka_unit_test(a_second_writer_is_refused),
        cmocka_unit_test(what_a_link_points_to_is_replaced),
        cmocka_unit_test(what_a_link_points_to_is_made),
        cmocka_unit_test(what_was_left_behind_is_cleared),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(a_file_is_read_at_its_place_or_reported),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
