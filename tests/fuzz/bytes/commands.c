/* Command lines of the tool: one argument a line. No other program is started, no server, and nothing is written outside of a
 * folder of our own. */
#include "bytes.h"

#include "web/server.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int tool_main(int argc, char **argv);

enum { MOST_ARGUMENTS = 24 };

static char folder[64];
static bool created; /* something lies in the folder */
static bool running; /* the tool, and not who tries it */

/* ---- What the tool may not do here */

int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
pid_t __wrap_fork(void);
int __real_sigaction(int number, const struct sigaction *action, struct sigaction *before);
int __wrap_sigaction(int number, const struct sigaction *action, struct sigaction *before);
int __wrap_execvp(const char *file, char *const arguments[]);

static bool is_ours(const char *path) {
    const size_t length = strlen(folder);
    return !strstr(path, "..") && (!strchr(path, '/') || (strncmp(path, folder, length) == 0 && path[length] == '/'));
}

/* May the tool do so? What it makes is removed afterwards. */
static bool may_write(const char *path) {
    if (!running)
        return true;
    created = true;
    errno = EACCES;
    return is_ours(path);
}

static bool makes_file(int flags) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
}

/* Where files may be large, or with _FORTIFY_SOURCE, others of these names are called. */
#define OPEN(name)                                                      \
    int __real_##name(const char *path, int flags, ...);                \
    int __wrap_##name(const char *path, int flags, ...);                \
    int __wrap_##name(const char *path, int flags, ...) {               \
        va_list list;                                                   \
        va_start(list, flags);                                          \
        int mode = makes_file(flags) ? va_arg(list, int) : 0;           \
        va_end(list);                                                   \
        if (flags & (O_CREAT | O_WRONLY | O_RDWR) && !may_write(path))  \
            return -1;                                                  \
        return __real_##name(path, flags, mode);                        \
    }
OPEN(open)
OPEN(open64)

#define OPEN_2(name)                                                    \
    int __real_##name(const char *path, int flags);                     \
    int __wrap_##name(const char *path, int flags);                     \
    int __wrap_##name(const char *path, int flags) {                    \
        if (flags & (O_WRONLY | O_RDWR) && !may_write(path))            \
            return -1;                                                  \
        return __real_##name(path, flags);                              \
    }
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define FOPEN(name)                                                     \
    FILE *__real_##name(const char *path, const char *mode);            \
    FILE *__wrap_##name(const char *path, const char *mode);            \
    FILE *__wrap_##name(const char *path, const char *mode) {           \
        if (mode[0] != 'r' && !may_write(path))                         \
            return NULL;                                                \
        return __real_##name(path, mode);                               \
    }
FOPEN(fopen)
FOPEN(fopen64)

int __wrap_mkdir(const char *path, mode_t mode) {
    return may_write(path) ? __real_mkdir(path, mode) : -1;
}

/* The tool closes its output when it ends; here it ends often. */
int __wrap_fclose(FILE *file) {
    if (file != stdout || !running)
        return __real_fclose(file);
    fflush(stdout);
    clearerr(stdout);
    return 0;
}

pid_t __wrap_fork(void) {
    errno = EAGAIN;
    return -1;
}

/* SIGALRM is that of libFuzzer, which notices by it what does not end. */
int __wrap_sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    if (running && before)
        *before = (struct sigaction){.sa_handler = SIG_DFL};
    return running ? 0 : __real_sigaction(number, action, before);
}

int __wrap_execvp(const char *file, char *const arguments[]) {
    (void)file;
    (void)arguments;
    errno = EACCES;
    return -1;
}

const char *web_version(void) {
    return "none";
}

int web_serve(const struct web_options *options, fewest_error *error) {
    (void)options;
    *error = (fewest_error){.status = FEWEST_SYSTEM, .message = "no server here", .text = "no server here"};
    return FEWEST_SYSTEM;
}

/* ---- One command line */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)about;
    (void)kind;
    return place->level ? remove(path) : 0;
}

static void clear_folder(void) {
    if (created)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    created = false;
}

/* Limits, where the command knows them; what does not know them refuses the line, which is tried all the same. */
static const char *const limits[] = {"--time", "0.002", "--memory", "4M"};

static void run(char **arguments, int count) {
    char *copies[MOST_ARGUMENTS + 8] = {NULL};
    memcpy(copies, arguments, (size_t)count * sizeof *copies);
    running = true;
    int status = tool_main(count, copies);
    running = false;
    must(status == 0 || status == 1 || status == 2 || status == 3 || status == 4 || status == 130,
         "the exit status is one of those that are told");
    clear_folder();
}

/* ---- The folder */

/* In memory, where there is such a place. */
static bool have_folder(void) {
    static const char *const places[] = {"/dev/shm", "/tmp"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(folder, sizeof folder, "%s/fuzz-commands-XXXXXX", places[i]);
        if (mkdtemp(folder) && chdir(folder) == 0)
            return true;
    }
    return false;
}

static void leave_folder(void) {
    if (chdir("/") == 0)
        rmdir(folder);
}

/* The tool must not be able to write beside the folder. */
static void try_to_leave(void) {
    char beside[80], inside[80];
    snprintf(beside, sizeof beside, "%s.svg", folder);
    snprintf(inside, sizeof inside, "%s/inside.svg", folder);
    char *words[] = {"fewest", "solve", "tiles-2x2", "--svg", beside, NULL};
    for (int i = 0; i < 2; i++) {
        running = true;
        tool_main(5, words);
        running = false;
        words[4] = inside;
    }
    must(access(beside, F_OK) != 0, "nothing is written outside");
    must(access(inside, F_OK) == 0 && created, "what is written inside is seen");
    clear_folder();
}

void begin_inputs(void) {
    must(have_folder(), "a folder of our own");
    atexit(leave_folder);
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("HOME", folder, 1);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        dup2(nothing, 0);
        dup2(nothing, 1);
        close(nothing);
    }
    try_to_leave();
}

/* `compare` compiles the puzzle for each of its searches, with assertions: a second for a large one, where others take some
 * milliseconds. Now and then is enough. */
static bool takes_long(char *const *arguments, int count) {
    bool large = false;
    for (int i = 2; i < count; i++)
        large |= strcmp(arguments[i], "klotski") == 0;
    return large && strcmp(arguments[1], "compare") == 0;
}

void try_input(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *arguments[MOST_ARGUMENTS + 8] = {(char *)(uintptr_t)"fewest"}, *rest = text;
    int count = 1;
    if (!text)
        return;
    memcpy(text, data, size);
    text[size] = 0;
    while (rest && count < MOST_ARGUMENTS)
        arguments[count++] = strsep(&rest, "\n");
    if (takes_long(arguments, count) && mixture(data, size) % 64 > 0) {
        free(text);
        return;
    }
    static const char *const limited[] = {"solve", "explore", "compare", "check", "contest", "generate", "table", "explain", "rate"};
    bool takes = false;
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        takes |= strcmp(arguments[1], limited[i]) == 0;
    if (takes) { /* before an operand that could end the options */
        memmove(arguments + 6, arguments + 2, (size_t)(count - 2) * sizeof *arguments);
        for (int i = 0; i < 4; i++)
            arguments[2 + i] = (char *)(uintptr_t)limits[i];
        count += 4;
    }
    if (strcmp(arguments[1], "judge") == 0)
        refuse_nothing(); /* it ends the process where there is no memory */
    run(arguments, count);
    free(text);
}
