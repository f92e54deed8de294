/* Signals come through a descriptor beside the keyboard, so that nothing ever interrupts a change of the terminal. */
#include "cli/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

struct screen {
    struct termios before;
    sigset_t mask_before;
    int signals; /* descriptor */
};

/* The second screen of the terminal, without a cursor; and back. */
static const char enter[] = "\033[?1049h\033[?25l\033[2J\033[H";
static const char leave[] = "\033[0m\033[?25h\033[?1049l";

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        const ssize_t written = write(STDOUT_FILENO, text, length);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return; /* the terminal is gone */
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

static bool take_over(struct screen *screen) {
    struct termios raw = screen->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0)
        return false;
    write_all(enter, sizeof enter - 1);
    return true;
}

static void give_back(const struct screen *screen) {
    write_all(leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &screen->before);
}

struct screen *screen_open(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
    struct screen *screen = calloc(1, sizeof *screen);
    sigset_t mask;
    sigemptyset(&mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaddset(&mask, caught[i]);
    if (!screen)
        return NULL;
    if (tcgetattr(STDIN_FILENO, &screen->before) == 0 && sigprocmask(SIG_BLOCK, &mask, &screen->mask_before) == 0) {
        screen->signals = signalfd(-1, &mask, SFD_CLOEXEC);
        if (screen->signals >= 0 && take_over(screen))
            return screen;
        if (screen->signals >= 0)
            close(screen->signals);
        sigprocmask(SIG_SETMASK, &screen->mask_before, NULL);
    }
    free(screen);
    return NULL;
}

void screen_close(struct screen *screen) {
    if (!screen)
        return;
    give_back(screen);
    close(screen->signals);
    sigprocmask(SIG_SETMASK, &screen->mask_before, NULL);
    free(screen);
}

void screen_size(const struct screen *screen, size_t *columns, size_t *rows) {
    (void)screen;
    struct winsize size;
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

void screen_show(struct screen *screen, const char *lines, size_t length) {
    (void)screen;
    write_all("\033[H", 3);
    write_all(lines, length);
    write_all("\033[J", 3);
}

/* Does what the signal would have done, with the terminal as it was before. */
static void obey(struct screen *screen, int signal) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    give_back(screen);
    raise(signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL); /* here the process ends, or stops until it is continued */
    sigprocmask(SIG_BLOCK, &one, NULL);
    tcgetattr(STDIN_FILENO, &screen->before);
    take_over(screen);
}

/* What keys send, as most terminals do. */
static enum key key_of(const char *bytes, size_t length) {
    static const struct {
        const char *bytes;
        enum key key;
    } keys[] = {
        {"q", KEY_END_ALL},      {"Q", KEY_END_ALL},       {"\004", KEY_END_ALL},   {" ", KEY_PLAY},
        {"\033[C", KEY_FORWARD}, {"\033OC", KEY_FORWARD},  {"l", KEY_FORWARD},      {"\033[B", KEY_FORWARD},
        {"\033OB", KEY_FORWARD}, {"\r", KEY_FORWARD},      {"\n", KEY_FORWARD},     {"\033[D", KEY_BACK},
        {"\033OD", KEY_BACK},    {"h", KEY_BACK},          {"\033[A", KEY_BACK},    {"\033OA", KEY_BACK},
        {"\177", KEY_BACK},      {"\033[H", KEY_FIRST},    {"\033OH", KEY_FIRST},   {"\033[1~", KEY_FIRST},
        {"\033[7~", KEY_FIRST},  {"\033[F", KEY_LAST},     {"\033OF", KEY_LAST},    {"\033[4~", KEY_LAST},
        {"\033[8~", KEY_LAST},   {"+", KEY_FASTER},        {"=", KEY_FASTER},       {"-", KEY_SLOWER},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i].bytes) == length && memcmp(keys[i].bytes, bytes, length) == 0)
            return keys[i].key;
    return KEY_OTHER;
}

/* One key: a byte, or an escape and what follows it at once. A sequence ends with a letter or `~`. */
static enum key read_key(void) {
    char bytes[8];
    size_t length = 0;
    struct pollfd more = {.fd = STDIN_FILENO, .events = POLLIN};
    do {
        if (read(STDIN_FILENO, bytes + length, 1) != 1)
            return KEY_END_ALL; /* the terminal is gone */
        length++;
        const char last = bytes[length - 1];
        const bool ends = length > 2 && (last == '~' || (last >= 'A' && last <= 'Z') || (last >= 'a' && last <= 'z'));
        if (bytes[0] != '\033' || ends)
            break;
    } while (length < sizeof bytes && poll(&more, 1, 50) == 1);
    return key_of(bytes, length);
}

enum key screen_wait(struct screen *screen, int milliseconds) {
    struct pollfd sources[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = screen->signals, .events = POLLIN}};
    const int ready = poll(sources, 2, milliseconds);
    if (ready == 0)
        return KEY_NONE;
    if (ready < 0)
        return errno == EINTR ? KEY_OTHER : KEY_END_ALL;
    if (sources[1].revents & POLLIN) {
        struct signalfd_siginfo signal;
        if (read(screen->signals, &signal, sizeof signal) != (ssize_t)sizeof signal)
            return KEY_OTHER;
        if (signal.ssi_signo != SIGWINCH)
            obey(screen, (int)signal.ssi_signo);
        return KEY_OTHER;
    }
    return read_key();
}
