/* fewest solve: a provably shortest solution, or the proof that there is none. */
#include "cli/amount.h"
#include "cli/boards.h"
#include "cli/cluster.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/picture.h"
#include "cli/play.h"
#include "cli/proof.h"
#include "cli/solve.h"
#include "cli/terminal.h"
#include "cli/moves.h"
#include "json/answer.h"
#include "json/memory_file.h"

#include <fewest/space.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHOICE(name, word, meaning) {FEWEST_##name, word, meaning},
static const struct choice algorithms[] = {FEWEST_ALGORITHMS(CHOICE)};
static const struct choice stores[] = {FEWEST_STORES(CHOICE)};
static const struct choice symmetry_uses[] = {FEWEST_SYMMETRY_USES(CHOICE)};
#undef CHOICE

#define SETTINGS struct solve_settings
#define FIELD(name) .offset = offsetof(SETTINGS, name)
static const struct option options[] = {
    GOAL_OPTION(struct solve_settings),
    IMPORT_OPTIONS(struct solve_settings),
    FEWEST_OPTIONS(LIBRARY_OPTION)
    {.name = "all", .kind = OPTION_LISTING, .argument = "N", .standard = "100", .max = 1000000, FIELD(all),
     .help = "count all shortest solutions and list the first N"},
    MEMORY_OPTION(struct solve_settings),
    TIME_OPTION(struct solve_settings),
    FEWEST_LIMITS(LIBRARY_LIMIT)
    THREADS_OPTION(SETTINGS, "of idastar, and of bfs on disk"),
    {.name = "pattern", .kind = OPTION_TEXTS, .argument = "P,Q,...", FIELD(patterns),
     .help = "pieces that share a pattern database of the lower bound; repeat the option for each one"},
    TABLE_OPTIONS(struct solve_settings, tables),
    {.name = "check-bound", .kind = OPTION_FLAG, FIELD(check_bound),
     .help = "do not solve: compare the lower bound with the true distances, state by state"},
    {.name = "why", .kind = OPTION_FLAG, FIELD(why), .help = "say in one line which search ran, and why"},
    {.name = "show", .kind = OPTION_FLAG, FIELD(show), .help = "draw the board after every move"},
    {.name = "play", .kind = OPTION_FLAG, FIELD(play),
     .help = "play the solution in the terminal; without a terminal or colours, the same as --show"},
    {.name = "svg", .kind = OPTION_TEXT, .argument = "FILE", FIELD(svg),
     .help = "write the solution as a picture for a browser: a strip of boards, or a maze with its path"},
    {.name = "starts", .kind = OPTION_TEXT, .argument = "FILE", FIELD(starts),
     .help = "solve for every start in the file, one a line, or - for standard input: one JSON object a line; --threads is then how "
             "many are solved at a time, and --time is for each"},
    PROOF_OPTION(struct solve_settings),
    {.name = "proof-list", .kind = OPTION_FLAG, FIELD(proof_list),
     .help = "with --proof: list every state that is nearer than the goal, even where a shorter proof would do"},
    JSON_OPTION(struct solve_settings),
};
#undef FIELD
#undef SETTINGS

/* ---- Searching */

/* What the command line says, within what is left of the limits. */
static fewest_options options_left(const struct solve_settings *settings, const fewest_limits *left) {
    fewest_options wanted = settings->options;
    wanted.size = sizeof wanted;
    wanted.limits = *left;
    wanted.patterns = settings->patterns.list;
    wanted.pattern_count = settings->patterns.count;
    return wanted;
}

fewest_answer *search_by(fewest_puzzle *puzzle, const struct solve_settings *settings, const fewest_limits *left,
                         fewest_error *error) {
    fewest_options wanted = options_left(settings, left);
    wanted.all = settings->all.wanted;
    wanted.list = settings->all.count ? (size_t)settings->all.count : 1; /* one is read in any case */
    return fewest_solve(puzzle, &wanted, error);
}

static fewest_answer *search(fewest_puzzle *puzzle, const struct solve_settings *settings, struct limits *limits,
                             fewest_error *error) {
    const fewest_limits left = limits_left(limits, &settings->options.limits);
    progress_begin(&limits->progress);
    fewest_answer *answer = search_by(puzzle, settings, &left, error);
    progress_end(&limits->progress);
    return answer;
}

/* A search that is named is run: only a table that is named replaces it. */
void load_tables_for(fewest_puzzle *puzzle, const struct solve_settings *settings) {
    const bool is_free = settings->options.algorithm == FEWEST_AUTO;
    load_saved_tables(puzzle, &settings->tables, is_free, is_free || fewest_uses_bound(settings->options.algorithm));
}

/* How many solutions are printed: as many as were asked for and found. */
static size_t listed(const fewest_answer *answer, const struct solve_settings *settings) {
    size_t found = fewest_answer_listed(answer);
    return found < settings->all.count ? found : (size_t)settings->all.count;
}

/* ---- The answer as JSON */

static bool json_solution(struct json *json, fewest_answer *answer, const struct solve_settings *settings) {
    if (!json_shortest(json, answer))
        return false;
    if (settings->all.wanted) {
        json_key(json, "solution_count");
        json_count(json, fewest_answer_solutions(answer));
        json_key(json, "solutions");
        json_begin(json, '[');
        for (size_t solution = 0; solution < listed(answer, settings); solution++) {
            if (!json_moves(json, answer, solution))
                return false;
        }
        json_end(json, ']');
    }
    if (settings->show) {
        json_key(json, "states");
        if (!json_states(json, answer, 0))
            return false;
    }
    return true;
}

/* Why the status is SYSTEM. */
static const char *system_trouble(const fewest_answer *answer) {
    const char *trouble = fewest_answer_trouble(answer);
    return trouble ? trouble : "the system refused memory in the middle of the search";
}

static void json_disk(struct json *json, const fewest_answer *answer) {
    static const char *const keys[] = {"disk_bytes", "disk_written", "disk_read"};
    uint64_t bytes[3];
    if (!fewest_answer_disk(answer, &bytes[0], &bytes[1], &bytes[2]))
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_key(json, keys[i]);
        json_count(json, bytes[i]);
    }
}

bool json_answer(struct json *json, fewest_answer *answer, const struct solve_settings *settings) {
    fewest_status status = fewest_answer_status(answer);
    json_key(json, "status");
    json_text(json, fewest_status_word(status));
    if (status == FEWEST_SOLVED) {
        if (!json_solution(json, answer, settings))
            return false;
    } else {
        static const char *const unknown[] = {"length", "cost", "moves"};
        for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
            json_key(json, unknown[i]);
            json_text(json, NULL);
        }
    }
    json_statistics(json, fewest_answer_statistics(answer));
    json_disk(json, answer);
    json_within(json, answer);
    if (status == FEWEST_LIMIT) {
        json_key(json, "limit");
        json_text(json, fewest_limit_word(fewest_answer_limit(answer)));
    } else if (status == FEWEST_SYSTEM) {
        json_key(json, "error");
        json_text(json, system_trouble(answer));
    }
    return true;
}

static bool write_json(FILE *file, fewest_answer *answer, const struct solve_settings *settings) {
    struct json json = json_to(file);
    json_begin(&json, '{');
    if (!json_answer(&json, answer, settings))
        return false;
    json_finish(&json);
    return true;
}

/* Where a text cannot be had midway, half an object must not have been printed: it is made in memory first. */
static bool print_json(fewest_answer *answer, const struct solve_settings *settings) {
    struct memory_file page;
    bool made = memory_file_open(&page) && write_json(page.file, answer, settings);
    char *text = memory_file_close(&page);
    made &= text != NULL;
    if (made)
        fwrite(text, 1, page.length, stdout);
    free(text);
    return made;
}

/* ---- The answer as text */

static void print_statistics(const fewest_answer *answer) {
    const fewest_statistics *statistics = fewest_answer_statistics(answer);
    uint64_t most, written, read;
    printf(" (%s: %s expanded, %s generated, %s, ", statistics->algorithm ? statistics->algorithm : "nothing searched",
           show_count(statistics->expanded).text, show_count(statistics->generated).text, show_size(statistics->peak_bytes).text);
    if (fewest_answer_disk(answer, &most, &written, &read))
        printf("%s on disk, %s written and %s read, ", show_size(most).text, show_size(written).text, show_size(read).text);
    printf("%s)\n", show_seconds(statistics->seconds).text);
}

/* "19 moves", "4 moves of cost 11" */
static void print_length(const fewest_answer *answer) {
    size_t length = fewest_answer_length(answer);
    printf("%s move%s", show_count(length).text, length == 1 ? "" : "s");
    if (length && fewest_answer_has_costs(answer))
        printf(" of cost %s", show_count(fewest_answer_cost(answer)).text);
}

static void print_count(const fewest_answer *answer, const struct solve_settings *settings) {
    uint64_t count = fewest_answer_solutions(answer);
    size_t shown = listed(answer, settings);
    printf("%s%s shortest solution%s of ", show_count(count).text, count == UINT64_MAX ? " or more" : "",
           count == 1 ? "" : "s");
    if (fewest_answer_has_costs(answer)) /* then the numbers of moves may differ */
        printf("cost %s", show_count(fewest_answer_cost(answer)).text);
    else
        print_length(answer);
    if (shown < count)
        printf(", the first %s listed", show_count(shown).text);
}

static size_t board_width(void) {
    uint64_t columns;
    const char *given = getenv("COLUMNS");
    if (given && read_count(given, &columns) && columns > 0 && columns < 10000)
        return (size_t)columns;
    return terminal_width(STDOUT_FILENO);
}

static bool show_boards(const fewest_puzzle *puzzle, fewest_answer *answer, const struct solve_settings *settings) {
    if (settings->play && can_play())
        return play(puzzle, answer);
    if (!print_boards(stdout, puzzle, answer, 0, board_width(), paint_for(STDOUT_FILENO)))
        return false;
    putchar('\n');
    return true;
}

static bool print_solution(const fewest_puzzle *puzzle, fewest_answer *answer, const struct solve_settings *settings) {
    if ((settings->show || settings->play) && !show_boards(puzzle, answer, settings))
        return false;
    if (settings->all.wanted) {
        for (size_t solution = 0; solution < listed(answer, settings); solution++) {
            if (!print_moves(puzzle, answer, solution))
                return false;
        }
        print_count(answer, settings);
    } else {
        if (!print_moves(puzzle, answer, 0))
            return false;
        print_length(answer);
        fputs(fewest_answer_length(answer) ? ", proved shortest" : ": the start is a goal", stdout);
    }
    return true;
}

/* What else may be tried, where the choice was ours. */
static void print_hint(const fewest_answer *answer, const struct solve_settings *settings) {
    const fewest_limit limit = fewest_answer_limit(answer);
    const char *search = fewest_answer_statistics(answer)->algorithm;
    const bool blind = search && (!strcmp(search, "bfs") || !strcmp(search, "bidirectional"));
    if (settings->options.disk && limit == FEWEST_MEMORY_LIMIT)
        puts("to try: a search on disk needs some memory, too; give it more with --memory");
    if (settings->options.algorithm != FEWEST_AUTO || !blind || (limit != FEWEST_TIME_LIMIT && limit != FEWEST_MEMORY_LIMIT))
        return;
    puts(settings->all.wanted ? "to try: --algorithm astar uses a lower bound and may get further"
                              : "to try: --algorithm idastar and astar use a lower bound and may get further; idastar needs "
                                "little memory");
}

/* What a puzzle asks for with `within` is part of what was proved. */
static void print_unsolvable(const fewest_answer *answer) {
    const uint64_t within = fewest_answer_within(answer);
    fputs("unsolvable: no moves lead to a goal", stdout);
    if (within != UINT64_MAX)
        printf(" within %s, the limit of the puzzle", show_count(within).text);
}

/* Which search ran, and why: where it was asked for, and where another search than that was. */
static void print_reason(const fewest_answer *answer, const struct solve_settings *settings) {
    const char *ran = fewest_answer_statistics(answer)->algorithm, *asked = NULL;
    const fewest_status status = fewest_answer_status(answer);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (algorithms[i].value == (int)settings->options.algorithm)
            asked = algorithms[i].word;
    const bool other = settings->options.algorithm != FEWEST_AUTO && asked && ran && strcmp(asked, ran) != 0 &&
                       (status == FEWEST_SOLVED || status == FEWEST_UNSOLVABLE);
    if (other)
        printf("%s was asked for; ", asked);
    if (other || settings->why)
        printf("%s\n", fewest_answer_reason(answer));
}

/* ---- Checkpoints */

static const char *kept_in(const struct solve_settings *settings) {
    return settings->options.checkpoint ? settings->options.checkpoint : settings->options.resume;
}

static bool can_go_on(const fewest_answer *answer) {
    const fewest_status status = fewest_answer_status(answer);
    return status != FEWEST_SOLVED && status != FEWEST_UNSOLVABLE && fewest_answer_is_kept(answer);
}

/* A search that was finished, and whose answer is said, is not to be continued. */
static void drop_kept(const fewest_answer *answer, const struct solve_settings *settings, int status) {
    const fewest_status found = fewest_answer_status(answer);
    const bool is_finished = (found == FEWEST_SOLVED || found == FEWEST_UNSOLVABLE) && (int)found == status;
    const bool is_ours = kept_in(settings) && fewest_answer_is_kept(answer) && !(settings->options.checkpoint && settings->options.resume);
    if (!is_finished || !is_ours || fflush(stdout) != 0 || ferror(stdout))
        return;
    char *path = realpath(kept_in(settings), NULL); /* a link stays one */
    if (path)
        fewest_checkpoint_remove(path);
    free(path);
}

static bool print_text(const fewest_puzzle *puzzle, fewest_answer *answer, const struct solve_settings *settings) {
    struct amount depth = show_count(fewest_answer_statistics(answer)->depth);
    switch (fewest_answer_status(answer)) {
    case FEWEST_SOLVED:
        if (!print_solution(puzzle, answer, settings))
            return false;
        break;
    case FEWEST_UNSOLVABLE: print_unsolvable(answer); break;
    case FEWEST_LIMIT:
        printf("limit reached: %s, at depth %s", fewest_limit_word(fewest_answer_limit(answer)), depth.text);
        break;
    case FEWEST_INTERRUPTED: printf("interrupted at depth %s", depth.text); break;
    case FEWEST_INVALID:
    case FEWEST_SYSTEM:
        fprintf(stderr, "fewest: %s\n", system_trouble(answer));
        printf("not finished, at depth %s", depth.text);
        break;
    }
    print_statistics(answer);
    if (fewest_answer_status(answer) == FEWEST_LIMIT)
        print_hint(answer, settings);
    if (can_go_on(answer))
        printf("continue with: %sfewest solve --resume %s\n", mpirun_of(settings->cluster).text, kept_in(settings));
    print_reason(answer, settings);
    return true;
}

static void print_bound(const fewest_bound_check *found, const char *state) {
    const struct amount states = show_count(found->states), bound = show_count(found->bound),
                        distance = show_count(found->distance);
    switch (found->verdict) {
    case FEWEST_BOUND_HOLDS:
        printf(found->states == 1 ? "the bound holds in the only state\n" : "the bound holds in all %s states\n", states.text);
        break;
    case FEWEST_BOUND_HOLDS_SO_FAR:
        printf("the bound holds in the first %s state%s; there are more\n", states.text, plural(found->states));
        break;
    case FEWEST_BOUND_TOO_HIGH:
        printf("the bound is too high: %s where the distance is %s\n  %s\n", bound.text, distance.text, state);
        break;
    case FEWEST_BOUND_DROPS:
        printf("the bound is not consistent: a move of cost %s lowers it from %s to %s\n  %s\n",
               show_count(found->cost).text, bound.text, distance.text, state);
        break;
    }
}

/* A number where it is known, else null. */
static void json_known(struct json *json, const char *key, bool known, uint64_t number) {
    json_key(json, key);
    if (known)
        json_count(json, number);
    else
        json_text(json, NULL);
}

static void print_bound_json(const fewest_bound_check *found, const char *state) {
    static const char *const verdicts[] = {[FEWEST_BOUND_HOLDS] = "holds", [FEWEST_BOUND_HOLDS_SO_FAR] = "holds so far",
                                           [FEWEST_BOUND_TOO_HIGH] = "too high", [FEWEST_BOUND_DROPS] = "drops"};
    const bool wrong = found->verdict == FEWEST_BOUND_TOO_HIGH || found->verdict == FEWEST_BOUND_DROPS;
    struct json json = json_to(stdout);
    json_begin(&json, '{');
    json_key(&json, "verdict");
    json_text(&json, verdicts[found->verdict]);
    json_known(&json, "states", true, found->states);
    json_known(&json, "bound", wrong, found->bound);
    json_known(&json, "distance", wrong, found->distance);
    json_known(&json, "cost", found->verdict == FEWEST_BOUND_DROPS, found->cost);
    json_key(&json, "state");
    json_text(&json, state);
    json_finish(&json);
}

/* --check-bound: 0 where the bound holds, 1 where it is too high. */
static int check_bound(fewest_puzzle *puzzle, const struct solve_settings *settings, struct limits *limits) {
    const fewest_limits left = limits_left(limits, &settings->options.limits);
    const fewest_options wanted = options_left(settings, &left);
    fewest_bound_check found;
    fewest_error error = {0};
    char *state = NULL;
    if (!fewest_check_bound(puzzle, &wanted, &found, &state, &error))
        return report_error(&error, settings->json);
    if (settings->json)
        print_bound_json(&found, state);
    else
        print_bound(&found, state ? state : "");
    fewest_free(state);
    return found.verdict == FEWEST_BOUND_TOO_HIGH ? 1 : 0;
}

/* What a batch has no place for. */
static bool fits_batch(const struct solve_settings *settings, char **operands, int count, fewest_error *error) {
    const char *other = settings->check_bound ? "--check-bound"
                        : kept_in(settings)   ? "a checkpoint"
                        : settings->options.disk ? "--disk"
                        : settings->play      ? "--play"
                        : settings->svg       ? "--svg"
                        : settings->why       ? "--why"
                        : settings->proof     ? "--proof"
                                              : NULL;
    if (count > 1)
        usage_error(error, &solve_command, "", "--starts has the starts: there is no room for START");
    else if (other)
        usage_error(error, &solve_command, "", "%s and --starts do not go together", other);
    else if (strcmp(operands[0], "-") == 0 && strcmp(settings->starts, "-") == 0)
        usage_error(error, &solve_command, "", "the puzzle and its starts cannot both be read from standard input");
    else
        return true;
    return false;
}

/* What processes that share a search have no place for. */
static bool fits_cluster(const struct solve_settings *settings, fewest_error *error) {
    const char *other = settings->starts        ? "--starts"
                        : settings->check_bound ? "--check-bound"
                        : settings->options.disk ? "--disk"
                                                : NULL;
    if (other)
        usage_error(error, &solve_command, "", "%s is not for several processes", other);
    return !other;
}

/* A checkpoint that could not be written in the end is told. If a limit or a signal ended the search, what was done is lost, and that was not asked for. */
static int tell_trouble(const fewest_answer *answer, int status) {
    const char *trouble = fewest_answer_trouble(answer);
    if (!trouble || status == FEWEST_SYSTEM)
        return status;
    fprintf(stderr, "fewest: %s\n", trouble);
    return status == FEWEST_LIMIT || status == FEWEST_INTERRUPTED ? FEWEST_SYSTEM : status;
}

static int report(fewest_puzzle *puzzle, fewest_answer *answer, const struct solve_settings *settings, const fewest_error *error) {
    int status;
    if (!answer)
        status = report_error(error, settings->json);
    else if (settings->json ? print_json(answer, settings) : print_text(puzzle, answer, settings))
        status = tell_trouble(answer, (int)fewest_answer_status(answer));
    else
        status = report_no_memory(settings->json);
    if (settings->svg && answer && status == FEWEST_SOLVED && !write_picture(settings->svg, puzzle, answer))
        status = FEWEST_SYSTEM;
    return status;
}

/* The puzzle of the checkpoint, where none is named. NULL: see *error. */
static fewest_puzzle *open_kept(struct solve_settings *settings, struct limits *limits, fewest_checkpoint **checkpoint, fewest_error *error) {
    if (settings->goal || settings->proof || settings->starts) {
        usage_error(error, &solve_command, "name the puzzle, too", "--goal, --proof and --starts are not for --resume alone");
        return NULL;
    }
    *checkpoint = fewest_checkpoint_open(settings->options.resume, error);
    const fewest_limits left = limits_left(limits, NULL);
    if (!*checkpoint)
        return NULL;
    fewest_puzzle *puzzle = fewest_checkpoint_search(*checkpoint, &left, &settings->options, error);
    if (settings->options.all && !settings->all.wanted) {
        settings->all.wanted = true;
        settings->all.count = settings->options.list;
    }
    return puzzle;
}

/* The puzzle that is named, for a proof at that path. NULL: see *error. */
static fewest_puzzle *open_named(const struct solve_settings *settings, const char *path, char **operands, int count, struct proof_file *proof,
                                 struct limits *limits, fewest_error *error) {
    fewest_puzzle *puzzle = open_for_proof(proof, path, operands[0], count > 1 ? operands[1] : NULL, settings->goal, &settings->import, limits, error);
    proof->lists_states = settings->proof_list;
    proof->disk = settings->options.disk, proof->disk_limit = settings->options.disk_limit;
    return finished(puzzle, operands[0], error);
}

static int solve_one(const struct solve_settings *given, char **operands, int count) {
    struct solve_settings own = *given, *settings = &own;
    fewest_error error = {0};
    fewest_answer *answer = NULL;
    fewest_checkpoint *checkpoint = NULL;
    struct limits limits;
    limits_begin(&limits, settings->memory, settings->time);
    struct proof_file proof = {.output = -1};
    fewest_puzzle *puzzle = count == 0 ? open_kept(settings, &limits, &checkpoint, &error)
                                       : open_named(settings, settings->proof, operands, count, &proof, &limits, &error);
    promise_way_on(NULL, "solve", kept_in(settings));
    int status;
    if (puzzle && settings->check_bound) {
        status = check_bound(puzzle, settings, &limits);
    } else {
        if (puzzle)
            load_tables_for(puzzle, settings);
        if (puzzle)
            answer = search(puzzle, settings, &limits, &error);
        status = report(puzzle, answer, settings, &error);
        const int proved = answer ? write_proof(&proof, puzzle, answer, NULL, &limits, &settings->options.limits, settings->json) : 0;
        status = proved ? proved : status;
        if (answer)
            drop_kept(answer, settings, status);
    }
    close_proof(&proof);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    fewest_checkpoint_free(checkpoint);
    return status;
}

/* The same by several processes: breadth-first, without tables, which may be on some machines only. The first one speaks. */
static int solve_together(const struct solve_settings *given, char **operands, int count) {
    struct solve_settings own = *given, *settings = &own;
    fewest_cluster *cluster = settings->cluster;
    fewest_error error = {0};
    fewest_answer *answer = NULL;
    fewest_puzzle *puzzle = NULL;
    fewest_checkpoint *checkpoint = NULL;
    struct limits limits;
    struct proof_file proof = {.output = -1};
    limits_begin(&limits, settings->memory, settings->time);
    promise_way_on(cluster, "solve", kept_in(settings));
    if (fits_cluster(settings, &error) && count == 0)
        puzzle = open_kept(settings, &limits, &checkpoint, &error);
    else if (!error.status)
        puzzle = open_named(settings, speaks(cluster) ? settings->proof : NULL, operands, count, &proof, &limits, &error); /* written by one of them */
    if (fewest_cluster_agree(cluster, puzzle != NULL, &error)) {
        fewest_share(puzzle, cluster);
        answer = search(puzzle, settings, &limits, &error);
    }
    say_nothing_at_signal(); /* the report says it */
    int status = answer ? (int)fewest_answer_status(answer) : (int)error.status;
    if (speaks(cluster))
        status = report(puzzle, answer, settings, &error);
    if (speaks(cluster) && answer) {
        const int proved = write_proof(&proof, puzzle, answer, NULL, &limits, &settings->options.limits, settings->json);
        status = proved ? proved : status;
        drop_kept(answer, settings, status);
    }
    close_proof(&proof);
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
    fewest_checkpoint_free(checkpoint);
    return status;
}

static int run(const void *given, char **operands, int count) {
    struct solve_settings own = *(const struct solve_settings *)given, *settings = &own;
    fewest_error error = {0};
    if (count == 0 && !settings->options.resume) {
        usage_error(&error, &solve_command, "", "too few arguments: it takes PUZZLE, or --resume F");
        return report_error(&error, settings->json);
    }
    if (!join_cluster(&solve_command, settings, count > 0, &settings->cluster, &error))
        return report_error(&error, settings->json);
    if (settings->cluster) {
        const int status = solve_together(settings, operands, count);
        fflush(stdout); /* what is said is said, whatever becomes of the others */
        fewest_cluster_leave(settings->cluster);
        return status;
    }
    if (settings->starts)
        return fits_batch(settings, operands, count, &error) ? solve_starts(operands[0], settings)
                                                             : report_error(&error, settings->json);
    return solve_one(settings, operands, count);
}

const struct command solve_command = {
    .name = "solve",
    .operands = "[PUZZLE [START]]",
    .summary = "find a provably shortest solution",
    .details =
        "Find a shortest solution, or prove that there is none. PUZZLE is a built-in "
        "('fewest list'), a file, or - for standard input. START replaces the start of the puzzle and is "
        "written as after `start` in a puzzle file, in one argument; - is the puzzle's own.\n"
        "idastar can prove that there is no solution only where the states that can be reached fit its table "
        "(--transpositions), or are few and counted; otherwise it runs until a limit is reached.\n"
        "With --checkpoint F a search by bfs, bidirectional or idastar is written to F as it runs, and when a limit, Control-C or SIGTERM ends it. --resume F continues it, without any other option. PUZZLE is not needed then, "
        "because F holds it (unless it is a maze or a text of more than a megabyte). Limits, threads and memory may be different; but if it began with less than some 32M, it may have to go on with as much, and says so. 'fewest resume' lists such files. "
        "With bfs and bidirectional, F has every state that was seen. When the search is finished and the answer is printed, F is removed.\n"
        "With --disk DIR, a search by bfs or auto for which --memory does not suffice continues breadth-first in files there. The solution is the same, and the files are removed at the end. "
        "With --checkpoint F, too, they stay as long as F does, and --resume F continues on disk. It is not for --all, nor for moves with costs.\n"
        "With --starts the output has one JSON object a line for each start, in the order of the file: the number of its line, the start, and "
        "what --json prints. A line is printed as soon as all lines before it are. Empty lines, and lines that begin with ;, are skipped. "
        "--memory is shared by the threads. The exit status is the largest that any of the starts would have alone.\n"
        "If mpirun or srun starts several processes, they share the search, by bfs: each has a part of the states, and --memory is for each; the first one prints, and writes the proof.\n"
        "Exit status: 0 solved, 1 proved unsolvable, 2 bad input or usage, 3 limit reached, 4 system error, "
        "130 interrupted.",
    .examples =
        "An eight-puzzle, with every board drawn: fewest solve eight \"2 3 4 / 1 5 x / 7 6 8\" --show\n"
        "Played in the terminal; space plays and pauses, arrows step, q ends: fewest solve klotski --play\n"
        "How many shortest solutions there are, and the first three: fewest solve eight \"1 2 3 / 4 5 6 / 7 x 8\" --all=3\n"
        "A puzzle from standard input: fewest print two-jugs | fewest solve -\n"
        "Nine starts, one JSON object a line: fewest generate eight --count 9 | fewest solve eight --starts -",
    COMMAND_RUNS(struct solve_settings),
    .max_operands = 2,
    .surplus = "START is one argument: put it in quotes",
};
