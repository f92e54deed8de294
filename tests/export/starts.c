/* Runs an exported program on many starts, so that it is loaded once and not for each of them.
 *
 * It is linked behind the program. Before `main` is called, it reads the starts from standard input, each after a `1` and ended
 * by a zero byte (`0` alone: no argument), and calls `main` for each in a process of its own, forked from this one. Of each it prints the status
 * (128 and more: the signal that ended it), the number of bytes on standard output and on standard error, and these bytes.
 * Behind a `2` instead of `1` lost memory is not looked for, which takes the sanitizer longer than all the rest.
 */
#define _DEFAULT_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef LONGEST
#define LONGEST 120 /* seconds for one start; run.py says its own */
#endif

int main(int, char **);

static void require(int holds) {
    if (holds) return;
    perror("starts.c");
    _exit(120);
}

static void end_now(int status, void *nothing) {
    (void)nothing;
    fflush(NULL);
    _exit(status);
}

/* The process of one start. The argument is a block of its own, so that the sanitizer sees its end. */
static void call(const char *start, bool quick, FILE *output, FILE *errors) {
    char name[] = "program";
    char *argument = start ? strdup(start) : NULL;
    char *arguments[] = {name, argument, NULL};
    require(dup2(fileno(output), 1) == 1 && dup2(fileno(errors), 2) == 2);
    require(!quick || on_exit(end_now, NULL) == 0);
    alarm(LONGEST);
    exit(main(start ? 2 : 1, arguments));
}

static void copy(FILE *from, long size) {
    rewind(from);
    for (; size > 0; size--) putchar(getc(from));
}

static void tell(const char *start, bool quick) {
    FILE *output = tmpfile(), *errors = tmpfile();
    require(output && errors);
    fflush(stdout);
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) call(start, quick, output, errors);
    int status;
    require(waitpid(child, &status, 0) == child);
    long sizes[2] = {lseek(fileno(output), 0, SEEK_END), lseek(fileno(errors), 0, SEEK_END)};
    printf("%d %ld %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), sizes[0], sizes[1]);
    copy(output, sizes[0]);
    copy(errors, sizes[1]);
    fclose(output);
    fclose(errors);
}

__attribute__((constructor)) static void serve(void) {
    static char input[1 << 20];
    size_t size = fread(input, 1, sizeof input - 1, stdin);
    require(size < sizeof input - 1 && freopen("/dev/null", "r", stdin) != NULL);
    for (char *at = input; at < input + size; at += strlen(at) + 1) tell(*at != '0' ? at + 1 : NULL, *at == '2');
    fflush(stdout);
    _exit(0);
}
