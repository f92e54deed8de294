/* Runs exported programs on many starts, so that they are loaded once and not for each of them.
 *
 * Programs are linked with this file, their `main` under another name (together.py), and listed in `programs`. Standard input says what is
 * done, in words that end with a zero byte: `p` and a number is the program that is run from here on; `1` and a start; `0` alone: no
 * argument; behind a `2` instead of `1` lost memory is not looked for, which takes the sanitizer longer than all the rest. Each program is called in a process of its
 * own, forked from this one. Of each call it prints the status (128 and more: the signal that ended it), the number of bytes on
 * standard output and on standard error, and these bytes.
 */
#define _DEFAULT_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef LONGEST
#define LONGEST 120 /* seconds for one start; programs.py says its own */
#endif

typedef int program(int, char **);
extern program *const programs[];
static FILE *output, *errors;

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
static void call(program *called, const char *start, bool quick) {
    char name[] = "program";
    char *argument = start ? strdup(start) : NULL;
    char *arguments[] = {name, argument, NULL};
    require(dup2(fileno(output), 1) == 1 && dup2(fileno(errors), 2) == 2);
    require(!quick || on_exit(end_now, NULL) == 0);
    alarm(LONGEST);
    exit(called(start ? 2 : 1, arguments));
}

static long written(FILE *file) {
    return lseek(fileno(file), 0, SEEK_END);
}

/* What the program wrote; the file is then empty. */
static void move(FILE *from, long size) {
    char part[4096];
    require(lseek(fileno(from), 0, SEEK_SET) == 0);
    for (ssize_t got; size > 0; size -= got) {
        got = read(fileno(from), part, sizeof part);
        require(got > 0 && fwrite(part, 1, (size_t)got, stdout) == (size_t)got);
    }
    require(ftruncate(fileno(from), 0) == 0 && lseek(fileno(from), 0, SEEK_SET) == 0);
}

static void tell(program *called, const char *start, bool quick) {
    fflush(stdout);
    pid_t child = fork();
    require(child >= 0);
    if (child == 0) call(called, start, quick);
    int status;
    require(waitpid(child, &status, 0) == child);
    long sizes[2] = {written(output), written(errors)};
    printf("%d %ld %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), sizes[0], sizes[1]);
    move(output, sizes[0]);
    move(errors, sizes[1]);
}

/* All of standard input. It is no larger than it has to be: whoever looks for lost memory looks through it each time. */
static char *read_input(size_t *size) {
    char *input = NULL;
    for (size_t room = 1 << 14, got = 1; got > 0; *size += got) {
        if (input == NULL || *size + 1 == room) require((input = realloc(input, room *= 2)) != NULL);
        got = fread(input + *size, 1, room - *size - 1, stdin);
    }
    input[*size] = 0;
    return input;
}

int main(void) {
    size_t size = 0;
    char *input = read_input(&size);
    program *called = programs[0];
    require(freopen("/dev/null", "r", stdin) != NULL);
    require((output = tmpfile()) != NULL && (errors = tmpfile()) != NULL);
    for (char *at = input; at < input + size; at += strlen(at) + 1) {
        if (*at == 'p') called = programs[atoi(at + 1)];
        else tell(called, *at != '0' ? at + 1 : NULL, *at == '2');
    }
    free(input);
    return 0;
}
