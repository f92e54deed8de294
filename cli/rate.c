/* fewest rate: how hard puzzles are. For each: a shortest solution, how many there are, and all states that the start leads to, with
 * those among them from which no goal can be reached any more. */
#include "cli/rate.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/pool.h"
#include "draw/svg.h"
#include "json/memory_file.h"

#include <fewest/explore.h>
#include <fewest/pictures.h>
#include <stdlib.h>
#include <string.h>

struct rate_settings {
    struct import_options import;
    uint64_t memory, states, threads;
    double time;
    bool json, csv;
    const char *html;
};

#define FIELD(name) .offset = offsetof(struct rate_settings, name)
static const struct option options[] = {
    {.name = "count", .kind = OPTION_CHOICE, .argument = "WORD", .standard = "auto", .choices = import_counts,
     .choice_count = IMPORT_COUNT_WORDS, FIELD(import.count), .help = "what counts as a move in imported files ('fewest help import')"},
    {.name = "level", .kind = OPTION_COUNT, .argument = "N", .min = 1, .max = UINT64_MAX, FIELD(import.level),
     .help = "rate only the N-th level or board of imported files"},
    IMPORT_FORM_OPTIONS(struct rate_settings),
    {.name = "states", .kind = OPTION_COUNT, .argument = "N", .standard = "1000000", .min = 1, .max = UINT32_MAX - 1, FIELD(states),
     .help = "the most states to count; where there are more, dead ends and branching are not known"},
    {.name = "threads", .kind = OPTION_COUNT, .argument = "N", .standard = "1", .max = 256, .zero = FEWEST_ALL_PROCESSORS, FIELD(threads),
     .help = "puzzles that are rated at a time, 0: one for each processor; the report is the same"},
    MEMORY_OPTION(struct rate_settings),
    {.name = "time", .kind = OPTION_SECONDS, .argument = "S", .standard = "none", FIELD(time),
     .help = "time limit for each puzzle in seconds; also as 2m or 1h"},
    {.name = "csv", .kind = OPTION_FLAG, FIELD(csv), .help = "print comma-separated values"},
    JSON_OPTION(struct rate_settings),
    {.name = "html", .kind = OPTION_TEXT, .argument = "FILE", FIELD(html),
     .help = "write a page with a picture of each start, to be sorted by any column"},
};
#undef FIELD

/* One puzzle to rate: a level of a file. */
struct item {
    size_t source;
    uint64_t level;
};

struct rate {
    const struct rate_settings *settings;
    struct puzzle_text *sources;
    size_t source_count;
    struct item *items;
    struct ratings ratings;
    uint64_t memory; /* of each thread */
    bool pictures;
};

static const fewest_error no_memory = {
    .status = FEWEST_SYSTEM, .message = "there is not enough memory", .text = "fewest: there is not enough memory"};

/* ---- Dead ends */

/* Counts the states that lead to no goal: backwards from the goals over the edges, which are filed by where they lead. */
static bool count_dead(const fewest_graph *graph, struct rating *rating) {
    const size_t nodes = fewest_graph_nodes(graph), edges = fewest_graph_edges(graph);
    uint32_t *first = calloc(nodes + 2, sizeof *first), *from = calloc(edges + 1, sizeof *from),
             *queue = calloc(nodes + 1, sizeof *queue);
    bool *lives = calloc(nodes + 1, sizeof *lives), good = first && from && queue && lives;
    size_t filled = 0;
    for (size_t i = 0; good && i < edges; i++)
        first[fewest_graph_to(graph, i) + 2]++;
    for (size_t i = 2; good && i < nodes + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; good && i < edges; i++) /* first[n + 1] moves on to where the edges of node n end */
        from[first[fewest_graph_to(graph, i) + 1]++] = (uint32_t)fewest_graph_from(graph, i);
    for (size_t i = 0; good && i < nodes; i++) {
        rating->goals += lives[i] = fewest_graph_is_goal(graph, i);
        if (lives[i])
            queue[filled++] = (uint32_t)i;
    }
    for (size_t done = 0; good && done < filled; done++)
        for (uint32_t i = first[queue[done]]; i < first[queue[done] + 1]; i++)
            if (!lives[from[i]]) {
                lives[from[i]] = true;
                queue[filled++] = from[i];
            }
    rating->dead = nodes - filled;
    free(lives);
    free(queue);
    free(from);
    free(first);
    return good;
}

/* ---- One puzzle */

static void note(struct rating *rating, fewest_status status, const char *why) {
    rating->status = status;
    free(rating->why);
    rating->why = strdup(why);
    if (!rating->why)
        rating->status = FEWEST_SYSTEM;
}

/* All states that the start leads to, if they are not too many. */
static void count_states(struct rate *rate, fewest_puzzle *puzzle, struct limits *limits, struct rating *rating) {
    fewest_options wanted = {.size = sizeof wanted, .limits = limits_left(limits, NULL)};
    fewest_error error;
    wanted.limits.states = rate->settings->states;
    fewest_graph *graph = fewest_graph_around(puzzle, &wanted, &error);
    if (!graph) {
        if (error.status != FEWEST_LIMIT)
            note(rating, error.status, error.message);
        return; /* where a limit was reached, what is known stays */
    }
    const size_t nodes = fewest_graph_nodes(graph), edges = fewest_graph_edges(graph);
    rating->states = nodes;
    rating->whole = fewest_graph_is_whole(graph) && edges < UINT32_MAX;
    if (rating->whole && !count_dead(graph, rating)) {
        rating->whole = false;
        note(rating, FEWEST_SYSTEM, no_memory.message);
    }
    if (rating->whole) {
        rating->branching = nodes ? (double)edges / (double)nodes : 0;
        rating->depth = nodes ? fewest_graph_depth(graph, nodes - 1) : 0; /* nearest first */
    }
    fewest_graph_free(graph);
}

/* The start as it is written: the first state of an answer, or of the graph of no moves. To be freed; NULL: none. */
static char *start_of(fewest_puzzle *puzzle, const fewest_answer *answer) {
    if (answer && fewest_answer_status(answer) == FEWEST_SOLVED) {
        const char *state = fewest_answer_state(answer, 0, 0);
        return state ? strdup(state) : NULL;
    }
    fewest_options one = {.size = sizeof one, .limits = {.states = 1, .depth = FEWEST_ZERO}};
    fewest_graph *graph = fewest_graph_around(puzzle, &one, NULL);
    const char *state = graph && fewest_graph_nodes(graph) ? fewest_graph_node(graph, 0).state : NULL;
    char *copy = state ? strdup(state) : NULL;
    fewest_graph_free(graph);
    return copy;
}

/* false: there was no memory. What is too large has no picture. */
static bool draw_start(fewest_puzzle *puzzle, const fewest_answer *answer, struct rating *rating) {
    enum { SIDE = 132, MOST_CELLS = 10000 };
    const fewest_parts parts = fewest_parts_of(puzzle);
    fewest_error ignored;
    if (parts.rows * parts.columns > MOST_CELLS)
        return true;
    char *start = start_of(puzzle, answer);
    struct draw_plan *plan = start ? draw_plan_create(puzzle) : NULL;
    struct draw_scene *scene = plan ? draw_scene_of(plan, start, NULL, &ignored) : NULL;
    struct memory_file file;
    if (scene && memory_file_open(&file)) {
        draw_svg_small(file.file, scene, SIDE, rating->title);
        rating->picture = memory_file_close(&file);
    }
    draw_scene_free(scene);
    draw_plan_free(plan);
    free(start);
    return rating->picture != NULL;
}

static void note_answer(const fewest_answer *answer, struct rating *rating) {
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    char limit[80];
    rating->status = fewest_answer_status(answer);
    rating->seen = statistics->remembered;
    rating->expanded = statistics->expanded;
    rating->seconds = statistics->seconds;
    if (rating->status == FEWEST_LIMIT) {
        snprintf(limit, sizeof limit, "the %s limit was reached", fewest_limit_word(fewest_answer_limit(answer)));
        note(rating, FEWEST_LIMIT, limit);
    } else if (rating->status == FEWEST_SYSTEM) {
        note(rating, FEWEST_SYSTEM, "the system refused memory");
    } else if (rating->status == FEWEST_SOLVED) {
        rating->length = fewest_answer_length(answer);
        rating->cost = fewest_answer_cost(answer);
        rating->has_costs = fewest_answer_has_costs(answer);
        rating->solutions = fewest_answer_solutions(answer);
    }
}

static void rate_puzzle(struct rate *rate, fewest_puzzle *puzzle, struct limits *limits, struct rating *rating) {
    fewest_options wanted = {.size = sizeof wanted, .all = true, .list = 1, .limits = limits_left(limits, NULL)};
    fewest_error error;
    fewest_answer *answer = fewest_solve(puzzle, &wanted, &error);
    rating->title = strdup(fewest_title(puzzle));
    if (!rating->title)
        note(rating, FEWEST_SYSTEM, no_memory.message);
    else if (answer)
        note_answer(answer, rating);
    else
        note(rating, error.status, error.message);
    const bool goes_on = rating->title && rating->status != FEWEST_INTERRUPTED && rating->status != FEWEST_INVALID;
    if (goes_on)
        count_states(rate, puzzle, limits, rating);
    if (goes_on && rate->pictures && !draw_start(puzzle, answer, rating))
        note(rating, FEWEST_SYSTEM, no_memory.message);
    fewest_answer_free(answer);
}

static void work(void *context, size_t worker, size_t index) {
    struct rate *rate = context;
    struct rating *rating = &rate->ratings.list[index];
    const struct item *item = &rate->items[index];
    struct import_options import = rate->settings->import;
    struct limits limits;
    fewest_error error;
    (void)worker;
    import.level = item->level;
    if (was_interrupted()) {
        rating->status = FEWEST_INTERRUPTED;
        return;
    }
    limits_begin(&limits, 0, rate->settings->time);
    limits.memory = rate->memory;
    fewest_puzzle *puzzle = parse_puzzle(&rate->sources[item->source], &import, limits_left(&limits, NULL), &error);
    if (puzzle)
        rate_puzzle(rate, puzzle, &limits, rating);
    else
        note(rating, error.status, error.text[0] ? error.text : error.message);
    fewest_puzzle_free(puzzle);
}

/* What is wrong with one of them is said at once; the others go on. */
static void take(void *context, size_t index) {
    struct rate *rate = context;
    const struct rating *rating = &rate->ratings.list[index];
    if (rating->status == FEWEST_INVALID || rating->status == FEWEST_SYSTEM)
        fprintf(stderr, "%s\n", rating->why ? rating->why : "fewest: there is not enough memory");
}

/* ---- All of them */

static bool add_items(struct rate *rate, size_t source) {
    const uint64_t only = rate->settings->import.level, count = levels_of(&rate->sources[source], &rate->settings->import);
    const size_t fresh = only ? 1 : (size_t)count, old = rate->ratings.count;
    struct item *items = realloc(rate->items, (old + fresh) * sizeof *items);
    if (items)
        rate->items = items;
    struct rating *list = items ? realloc(rate->ratings.list, (old + fresh) * sizeof *list) : NULL;
    if (!list)
        return false;
    rate->ratings.list = list;
    rate->ratings.count = old + fresh;
    for (size_t i = 0; i < fresh; i++) {
        const uint64_t level = only ? only : count > 1 ? i + 1 : 0;
        rate->items[old + i] = (struct item){source, level};
        list[old + i] = (struct rating){.file = rate->sources[source].name, .level = level};
    }
    return true;
}

/* Reads the files. One that cannot be read at all is a mistake of the command line. */
static bool prepare(struct rate *rate, char **files, int count, struct limits *limits, fewest_error *error) {
    rate->sources = calloc((size_t)count, sizeof *rate->sources);
    *error = no_memory;
    for (int i = 0; rate->sources && i < count; i++) {
        const fewest_limits left = limits_left(limits, NULL);
        if (!read_puzzle(files[i], &rate->settings->import, &left, &rate->sources[i], error))
            return false;
        rate->source_count++;
        *error = no_memory;
        if (!add_items(rate, (size_t)i))
            return false;
    }
    return rate->sources != NULL;
}

/* 0: all were rated, solved or proved unsolvable; else the largest status among them. */
static int worst_of(const struct ratings *ratings) {
    int worst = 0;
    for (size_t i = 0; i < ratings->count; i++) {
        const int status = (int)ratings->list[i].status;
        worst = status > worst && status != FEWEST_UNSOLVABLE ? status : worst;
    }
    return worst;
}

static int report(const struct rate *rate) {
    const struct rate_settings *settings = rate->settings;
    if (settings->json)
        rate_json(stdout, &rate->ratings);
    else if (settings->csv)
        rate_csv(stdout, &rate->ratings);
    else
        rate_text(stdout, &rate->ratings);
    const int worst = worst_of(&rate->ratings);
    if (settings->html && worst == FEWEST_SYSTEM) /* a page that lacks something for want of memory is not written */
        fprintf(stderr, "fewest: %s is not written\n", settings->html);
    else if (settings->html && !write_whole(settings->html, rate_html, &rate->ratings))
        return FEWEST_SYSTEM;
    return worst;
}

static void release(struct rate *rate) {
    for (size_t i = 0; i < rate->ratings.count; i++) {
        free(rate->ratings.list[i].title);
        free(rate->ratings.list[i].why);
        free(rate->ratings.list[i].picture);
    }
    for (size_t i = 0; i < rate->source_count; i++)
        free_puzzle_text(&rate->sources[i]);
    free(rate->ratings.list);
    free(rate->items);
    free(rate->sources);
}

static int run(const void *given, char **operands, int count) {
    const struct rate_settings *settings = given;
    struct rate rate = {.settings = settings, .pictures = settings->html != NULL};
    struct limits limits;
    fewest_error error;
    if (settings->json && settings->csv) {
        usage_error(&error, &rate_command, "", "only one of --csv and --json");
        return report_error(&error, settings->json);
    }
    limits_begin(&limits, settings->memory, 0);
    progress_begin(&limits.progress);
    const bool ready = prepare(&rate, operands, count, &limits, &error);
    if (ready) {
        const size_t workers = pool_size(settings->threads, rate.ratings.count);
        rate.memory = pool_share(limits.memory, workers);
        pool_run(rate.ratings.count, workers, &(struct pool_work){.context = &rate, .work = work, .take = take});
    }
    progress_end(&limits.progress);
    const int status = !ready ? report_error(&error, settings->json) : was_interrupted() ? FEWEST_INTERRUPTED : report(&rate);
    release(&rate);
    return status;
}

const struct command rate_command = {
    .name = "rate",
    .operands = "PUZZLE...",
    .summary = "say how hard puzzles are: a report of many levels",
    .details =
        "For each puzzle: the moves of a shortest solution, how many shortest solutions there are, the states that the search kept, all states "
        "that the start leads to, how many of these are dead ends, from which no goal can be reached any more, and the branching: "
        "the mean number of states that one move leads to.\n"
        "PUZZLE is a built-in ('fewest list'), a file in any format that can be read ('fewest help import'), or - for standard input. If a file "
        "has several levels or boards, each is rated. A puzzle that cannot be read is reported on standard error and in its row; the others are "
        "still rated.\n"
        "Exit status: 0 every puzzle was solved or proved unsolvable, else the largest of the others: 2 bad input or usage, 3 limit reached, "
        "4 system error, 130 interrupted.",
    .examples = "Three built-ins side by side: fewest rate eight klotski sokoban\n"
                "The same as a table for other programs: fewest rate eight klotski sokoban --csv",
    COMMAND_RUNS(struct rate_settings),
    .min_operands = 1,
    .max_operands = -1,
};
