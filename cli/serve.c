/* fewest serve: the page in the browser. */
#include "cli/commands.h"
#include "cli/output.h"
#include "web/server.h"

struct serve_settings {
    uint64_t port, memory, searches;
    double time;
    bool open;
};

#define FIELD(name) .offset = offsetof(struct serve_settings, name)
static const struct option options[] = {
    {.name = "port", .kind = OPTION_COUNT, .argument = "P", .standard = "any", .standing = 0, .max = 65535, FIELD(port),
     .help = "the port to listen on; any: 7317, or one that is free"},
    {.name = "open", .kind = OPTION_FLAG, FIELD(open), .help = "open the page in the browser (by xdg-open)"},
    {.name = "memory", .kind = OPTION_SIZE, .argument = "M", .standard = "1G", .min = 1 << 20, .max = UINT64_MAX,
     FIELD(memory), .help = "memory limit of each search"},
    {.name = "time", .kind = OPTION_SECONDS, .argument = "S", .standard = "60", FIELD(time),
     .help = "time limit of each search in seconds; also as 2m or 1h"},
    {.name = "searches", .kind = OPTION_COUNT, .argument = "N", .standard = "4", .min = 1, .max = 64, FIELD(searches),
     .help = "searches that may run at once"},
};
#undef FIELD

static int run(const void *given, char **operands, int count) {
    const struct serve_settings *settings = given;
    struct web_options wanted = {
        .port = (unsigned)settings->port,
        .open = settings->open,
        .limits = {settings->memory, settings->time, (unsigned)settings->searches},
    };
    fewest_error error = {0};
    (void)operands;
    (void)count;
    return web_serve(&wanted, &error) == 0 ? 0 : report_error(&error, false);
}

const struct command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = "the page: solve, play and watch in the browser",
    .details =
        "Serve a page on which puzzles are chosen, changed, solved and played, and on which you can watch the search. "
        "The address is printed once; it works on this machine only (127.0.0.1), and only with the secret word that "
        "is in it, which is new each time. Nothing is loaded from elsewhere.\n"
        "Control-C ends it and every search.\n"
        "Exit status: 0 ended by Control-C or a signal, 2 bad usage, 4 the port is taken or another system error.",
    COMMAND_RUNS(struct serve_settings),
    .max_operands = 0,
};
