/* fewest explain: what one asks of a puzzle before writing a program for it, answered in a page. Text and JSON are both made
 * of the library's list of questions and facts (fewest/explain.h). */
#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "json/memory_file.h"

#include <fewest/explain.h>
#include <fewest/export.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct explain_settings {
    struct import_options import;
    const char *goal;
    fewest_options options;
    uint64_t memory;
    double time;
    bool json;
    int question;
};

enum { ALL_QUESTIONS = -1 };
#define CHOICE(name, word, meaning) {FEWEST_##name, word, meaning},
static const struct choice questions[] = {{ALL_QUESTIONS, "all", "All of them"}, FEWEST_QUESTIONS(CHOICE)};
#undef CHOICE

#define FIELD(name) .offset = offsetof(struct explain_settings, name)
static const struct option options[] = {
    GOAL_OPTION(struct explain_settings),
    IMPORT_OPTIONS(struct explain_settings),
    {.name = "states", .kind = OPTION_COUNT, .argument = "N", .standard = "1000000", .min = 1, .max = FEWEST_ZERO - 1,
     FIELD(options.limits.states), .help = "the most states to count"},
    {.name = "question", .kind = OPTION_CHOICE, .argument = "WORD", .standard = "all", .choices = questions,
     .choice_count = sizeof questions / sizeof *questions, FIELD(question), .help = "answer only this one; not with --json"},
    MEMORY_OPTION(struct explain_settings),
    TIME_OPTION(struct explain_settings),
    JSON_OPTION(struct explain_settings),
};
#undef FIELD

/* ---- As JSON */

static void json_known_count(struct json *json, uint64_t count) {
    if (count == FEWEST_UNKNOWN)
        json_text(json, NULL);
    else
        json_count(json, count);
}

static void json_known_number(struct json *json, double number) {
    if (number < 0)
        json_text(json, NULL);
    else
        json_number(json, number);
}

/* NULL: it is not known. */
static const char *basis_word(const fewest_explanation *explanation, const char *fact) {
    static const char *const words[] = {
#define WORD(name, word, meaning) word,
        FEWEST_BASES(WORD)
#undef WORD
    };
    const fewest_basis basis = fewest_explanation_basis(explanation, fact);
    return basis == FEWEST_NO_BASIS ? NULL : words[basis];
}

#define WRITE_TEXT(value) json_text(&json, value)
#define WRITE_COUNT(value) json_known_count(&json, value)
#define WRITE_NUMBER(value) json_known_number(&json, value)
#define WRITE_FLAG(value) json_bool(&json, value)

static void json_choices(struct json *json, const fewest_explanation *explanation) {
    json_key(json, "choices");
    json_begin(json, '[');
    for (size_t i = 0; i < fewest_explanation_choices(explanation); i++) {
        const fewest_choice choice = fewest_explanation_choice(explanation, i);
        json_begin(json, '{');
        json_key(json, "search");
        json_text(json, choice.search);
        json_key(json, "why");
        json_text(json, choice.why);
        json_key(json, "gives_up_after");
        json_known_count(json, choice.states ? choice.states : choice.expanded ? choice.expanded : FEWEST_UNKNOWN);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void json_explanation(FILE *file, const fewest_explanation *explanation) {
    const fewest_facts *facts = fewest_explanation_facts(explanation);
    struct json json = json_to(file);
    json_begin(&json, '{');
    const bool whole = fewest_explanation_status(explanation) == FEWEST_SOLVED;
    json_key(&json, "status");
    json_text(&json, whole ? "explained" : fewest_status_word(fewest_explanation_status(explanation)));
    if (!whole) {
        json_key(&json, "limit");
        json_text(&json, fewest_limit_word(fewest_explanation_limit(explanation)));
    }
#define WRITE(question, form, type, name, basis, meaning) \
    json_key(&json, #name);                         \
    WRITE_##form(facts->name);
    FEWEST_FACTS(WRITE)
#undef WRITE
    json_choices(&json, explanation);
    json_key(&json, "basis");
    json_begin(&json, '{');
#define WRITE(question, form, type, name, basis, meaning) \
    json_key(&json, #name);                         \
    json_text(&json, basis_word(explanation, #name));
    FEWEST_FACTS(WRITE)
#undef WRITE
    json_end(&json, '}');
    json_finish(&json);
}

/* Made in memory first, so that half an object is never printed. */
static int print_json(const fewest_explanation *explanation) {
    struct memory_file page;
    const bool opened = memory_file_open(&page);
    if (opened)
        json_explanation(page.file, explanation);
    char *text = memory_file_close(&page);
    if (opened && text)
        fwrite(text, 1, page.length, stdout);
    const bool printed = opened && text;
    free(text);
    return printed ? 0 : report_no_memory(true);
}

/* ---- As text */

enum { PAGE_WIDTH = 80, INDENT = 2 };

/* A paragraph, broken between words. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t column = 0;
    for (char *word = text, *end; *word; word = end) {
        word += strspn(word, " ");
        end = word + strcspn(word, " ");
        const size_t length = (size_t)(end - word);
        if (length == 0)
            break;
        if (column && column + 1 + length > PAGE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        printf("%*s%.*s", column ? 1 : INDENT, "", (int)length, word);
        column += (column ? 1 : INDENT) + length;
    }
    putchar('\n');
}

static bool known(uint64_t count) {
    return count != FEWEST_UNKNOWN;
}

static void say_state(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    say("A state is %s. It takes %s bit%s when packed. (proved)", f->state, show_count(f->bits).text, plural(f->bits));
    if (known(f->cells) && f->cells && !f->changing)
        say("The board has %s cell%s, and no move can change any of them. (proved)", show_count(f->cells).text, plural(f->cells));
    else if (known(f->cells) && f->cells)
        say("The board has %s cell%s. Moves can change %s of them, where %s kind%s of pieces can stand%s. (proved)",
            show_count(f->cells).text, plural(f->cells), f->changing == f->cells ? "all" : show_count(f->changing).text,
            show_count(f->pieces).text, plural(f->pieces),
            f->changing == f->cells ? "" : "; the others stay as they are and need not be kept");
    else if (known(f->pieces) && f->pieces)
        say("There %s %s kind%s of characters. (proved)", f->pieces == 1 ? "is" : "are", show_count(f->pieces).text, plural(f->pieces));
    if (known(f->longest))
        say("No string is longer than %s character%s. (proved)", show_count(f->longest).text, plural(f->longest));
    if (known(f->vars) && f->vars)
        say("Moves can change %s var%s. (proved)", show_count(f->vars).text, plural(f->vars));
    if (f->starts != 1)
        say("A search begins from %s states at once. (proved)", show_count(f->starts).text);
}

static void say_symmetries(const fewest_facts *f) {
    if (known(f->rule_symmetries) && f->rule_symmetries > 1)
        say("The rules have at least %s symmetries: turns, mirror images and the like, with pieces renamed where necessary. (proved)",
            show_count(f->rule_symmetries).text);
    if (known(f->symmetries) && f->symmetries > 1)
        say("At least %s symmetries keep the rules and the start: states that they take to each other are equally far from it, and up to %s of them are "
            "explored as one. (proved)", show_count(f->symmetries).text, show_count(f->symmetries).text);
    else if (known(f->rule_symmetries) && f->rule_symmetries > 1)
        say("But no symmetry keeps the start. (proved)");
}

static void say_number(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    const char *formula = f->formula ? f->formula : "";
    if (known(f->possible)) {
        const bool number_alone = strcmp(formula, show_count(f->possible).text) == 0 || !*formula; /* there is nothing to reckon */
        say("%s%s%s state%s may exist, reachable or not. (proved)", number_alone ? "" : formula, number_alone ? "" : " = ",
            show_count(f->possible).text, plural(f->possible));
    } else if (f->possible_about >= 0)
        say("%s%s about %.3g states may exist, reachable or not. (proved)", formula, *formula ? " is" : "", f->possible_about);
    else if (*formula)
        say("%s states may exist, reachable or not. (proved)", formula);
    else
        say("How many states may exist is not known beforehand.");
    if (f->parity)
        say("Every move keeps a parity: only one half of them can be reached from the start, and no state of the other half. "
            "(proved)");
    if (known(f->orbit))
        say("Moves only permute the pieces, and the group that they generate leads from the start to exactly %s state%s. (proved)",
            show_count(f->orbit).text, plural(f->orbit));
    say_symmetries(f);
    if (f->whole)
        say("%s state%s can be reached from the start, the farthest in %s move%s. (counted, all of them)", show_count(f->reached).text,
            plural(f->reached), show_count(f->depth).text, plural(f->depth));
    else if (!known(f->reached))
        say("No state was counted: the time was over.");
    else {
        say("%s state%s counted, those within %s move%s of the start; there are more. (counted)", show_count(f->reached).text, f->reached == 1 ? " was" : "s were",
            show_count(f->depth).text, plural(f->depth));
        if (known(f->at_most) && !known(f->orbit))
            say("At most %s can be reached. (proved)", show_count(f->at_most).text);
    }
}

static void say_hash(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (!known(f->ranks)) {
        const bool is_chosen = fewest_explanation_basis(explanation, "hash") == FEWEST_CHOSEN; /* there could be one */
        say("%s%s%s. (%s)", is_chosen ? "None is used" : "No", f->hash_why ? ": " : "", f->hash_why ? f->hash_why : "",
            is_chosen ? "chosen" : "proved");
        say("So states are remembered in a hash table, which keeps the states themselves.");
        return;
    }
    say("Yes: %s%s%s. It gives out %s number%s. (proved)", f->hash, f->hash_why ? ", because " : "", f->hash_why ? f->hash_why : "",
        show_count(f->ranks).text, plural(f->ranks));
    if (f->store && f->equal_costs && !known(f->table_bytes))
        say("But an array with a place for each number would be large and perhaps nearly empty: a hash table of states serves better here. "
            "(chosen)");
    else
        say("So an array with one place for each number can say which states were seen%s: no state is stored, and none is "
            "compared.", f->equal_costs ? "" : ", and at what cost");
}

static void say_moves(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (f->measured == 0) {
        say("Not known: the moves of no state were tried.");
        return;
    }
    say("At least %s, %.3g on average, at most %s, where moves that lead to the same state count once. (counted on %s state%s%s)",
        show_count(f->moves_least).text, f->moves_mean, show_count(f->moves_most).text, show_count(f->measured).text, plural(f->measured),
        f->measured_all ? ", all that can be reached" : ", those nearest to the start");
}

static void say_costs(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (f->equal_costs)
        say("No: every move costs 1. (proved) So a queue is enough, and the first path that is found is a shortest one.");
    else if (known(f->cost_least))
        say("Yes: from %s to %s, among the moves that were tried. (counted) So states are taken out in the order of their cost, not "
            "in the order in which they were found.", show_count(f->cost_least).text, show_count(f->cost_most).text);
    else
        say("Yes, but no move was tried.");
}

static void say_undo(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (f->undone)
        say("Yes, each by a move of the same cost. (proved) So the same moves search backwards from the goal, and two bits a state are "
            "enough to find the path again.");
    else if (f->one_way_state)
        say("Not always: from `%s` the move `%s` leads to a state from which no move of the same cost leads back. (counted: the first one "
            "that was met)", f->one_way_state,
            f->one_way_move ? f->one_way_move : "?");
    else
        say("That is not known: no move was met that cannot be undone, and it is not proved that there is none.");
    if (!f->undone)
        say(f->invertible ? "But the states before a state can be listed by rules turned round, so that a search can go backwards. (proved)"
                          : "The states before a state cannot be listed: a search goes forwards only. (proved)");
}

static void say_goal(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (strcmp(f->goal, "none") == 0) {
        say("There is no goal.");
        return;
    }
    if (strcmp(f->goal, "not known") == 0) {
        say("That is not known: the time was over.");
        return;
    }
    if (known(f->goals))
        say("It is %s%s%s%s. (proved)", f->goal, f->goals > 1 ? ", " : "", f->goals > 1 ? show_count(f->goals).text : "",
            f->goals > 1 ? " in all" : f->goals ? "" : " that the start allows");
    else
        say("It is a condition: too many states meet it to be listed, or they cannot be listed, so that each state is tested. (proved)");
    if (known(f->goals_met))
        say("%s of the states whose moves were tried meet%s it. (counted)", show_count(f->goals_met).text, f->goals_met == 1 ? "s" : "");
    if (known(f->within))
        say(f->equal_costs ? "A solution may have %s move%s at most. (proved)" : "A solution may cost %s at most%.0s. (proved)",
            show_count(f->within).text, plural(f->within));
    if (f->bound)
        say(f->equal_costs ? "A solution has %s move%s or more: %s. (proved)" : "A solution costs %s or more%.0s: %s. (proved)",
            show_count(f->bound_start).text, plural(f->bound_start), f->bound);
    if (f->unsolvable)
        say("There is no solution: %s. (proved)", f->unsolvable);
}

static void say_search(const fewest_explanation *explanation) {
    const size_t count = fewest_explanation_choices(explanation);
    const bool has_goal = strcmp(fewest_explanation_facts(explanation)->goal, "none") != 0;
    if (count == 0)
        say(has_goal ? "Not known: the time was over." : "None: there is no goal to search for.");
    for (size_t i = 0; i < count; i++) {
        const fewest_choice choice = fewest_explanation_choice(explanation, i);
        const uint64_t most = choice.states ? choice.states : choice.expanded;
        say("%s%s: %s.%s%s%s (chosen)", i ? "If that gives up, " : "", choice.search, choice.why, most ? " It gives up after " : "",
            most ? show_count(most).text : "", most ? " states." : "");
    }
}

static void say_store(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    if (!f->store) {
        say(strcmp(f->goal, "none") == 0 ? "Not at all: there is no search." : "Not known: the time was over.");
        return;
    }
    if (known(f->table_bytes) && !f->store_later)
        say("In a table by %s, of %s bytes. (chosen)", f->store, show_count(f->table_bytes).text);
    else
        say("%c%s. (chosen)", f->store[0] >= 'a' && f->store[0] <= 'z' ? f->store[0] - 'a' + 'A' : f->store[0], f->store + 1);
    if (f->store_later)
        say("Once %s states were seen, in a table by %s, of %s bytes. (chosen)", show_count(f->store_from).text, f->store_later,
            show_count(f->table_bytes).text);
}

static void say_effort(const fewest_explanation *explanation) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    const bool bytes = known(f->explore_bytes), seconds = f->explore_seconds >= 0;
    if (f->taken)
        say("All states were explored in %s and %s. (measured) A search from one end looks at no more states than these.",
            show_size(f->explore_bytes).text, show_seconds(f->explore_seconds).text);
    else if (bytes)
        say("To explore all states takes %s%s%s. (predicted) How many of them a search sees depends on how far the goal is.",
            show_size(f->explore_bytes).text, seconds ? " and about " : "", seconds ? show_duration(f->explore_seconds).text : "");
    else if (seconds)
        say("If all %s could be reached, exploring them would take about %s. (predicted) How many of them a search sees depends on "
            "how far the goal is.", show_count(f->at_most).text, show_duration(f->explore_seconds).text);
    else
        say(known(f->at_most) ? "Not known: the time was over." : "Not known: there is no bound on the number of states.");
}

/* A question and what answers it. */
struct part {
    fewest_question question;
    const char *text;
    void (*say)(const fewest_explanation *explanation);
};

#define SAY_ASKS_STATE say_state
#define SAY_ASKS_NUMBER say_number
#define SAY_ASKS_HASH say_hash
#define SAY_ASKS_MOVES say_moves
#define SAY_ASKS_COSTS say_costs
#define SAY_ASKS_UNDO say_undo
#define SAY_ASKS_GOAL say_goal
#define SAY_ASKS_SEARCH say_search
#define SAY_ASKS_STORE say_store
#define SAY_ASKS_EFFORT say_effort
#define PART(name, word, meaning) {FEWEST_##name, meaning, SAY_##name},
static const struct part parts[] = {FEWEST_QUESTIONS(PART)};
#undef PART

/* Whether a program can be written for it in this way. Memory that ends is noted in *failed, and is no answer. */
static bool exports(fewest_puzzle *puzzle, bool perfect, bool both_ends, fewest_error *failed) {
    fewest_error error;
    const fewest_export_options wanted = {.size = sizeof wanted,
                                          .remember = perfect ? FEWEST_EXPORT_PERFECT : FEWEST_EXPORT_HASH,
                                          .search = both_ends ? FEWEST_EXPORT_BIDIRECTIONAL : FEWEST_EXPORT_BFS};
    char *program = fewest_export(puzzle, &wanted, &error);
    if (!program && error.status != FEWEST_INVALID)
        *failed = error;
    fewest_free(program);
    return program != NULL;
}

/* The program that follows from the facts; only what can be written is named. */
struct program {
    bool written, perfect, both_ends;
};

static struct program choose_program(const fewest_explanation *explanation, fewest_puzzle *puzzle, fewest_error *failed) {
    const fewest_facts *f = fewest_explanation_facts(explanation);
    struct program program = {0};
    program.written = f->search && exports(puzzle, false, false, failed);
    program.perfect = program.written && known(f->table_bytes) && exports(puzzle, true, false, failed);
    if (program.written && strcmp(f->search, "bidirectional") == 0) { /* the search counts for more than what remembers */
        const bool both = program.perfect && exports(puzzle, true, true, failed);
        program.both_ends = both || exports(puzzle, false, true, failed);
        program.perfect = both || (program.perfect && !program.both_ends);
    }
    return program;
}

static int print_text(const fewest_explanation *explanation, fewest_puzzle *puzzle, const char *name) {
    fewest_error failed = {0};
    const struct program program = choose_program(explanation, puzzle, &failed);
    if (failed.status)
        return report_error(&failed, false);
    const char *title = fewest_title(puzzle);
    printf("%s%s%s\n", name, *title ? ": " : "", title);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("\n%s\n", parts[i].text);
        parts[i].say(explanation);
    }
    printf("\nWhat follows\n");
    printf("  fewest explore %s\n", name);
    if (fewest_explanation_choices(explanation))
        printf("  fewest solve %s --why\n", name);
    if (program.written)
        printf("  fewest export c %s%s%s\n", name, program.perfect ? " --remember perfect" : "",
               program.both_ends ? " --search bidirectional" : "");
    return 0;
}

/* ---- The command */

static int run(const void *given, char **operands, int count) {
    const struct explain_settings *settings = given;
    fewest_error error = {0};
    struct limits limits;
    fewest_explanation *explanation = NULL;
    limits_begin(&limits, settings->memory, settings->time);
    fewest_puzzle *puzzle = open_unfinished(operands[0], count > 1 ? operands[1] : NULL, settings->goal, &settings->import, &limits, &error);
    if (puzzle) {
        fewest_options wanted = settings->options;
        wanted.size = sizeof wanted;
        wanted.limits = limits_left(&limits, &settings->options.limits);
        progress_begin(&limits.progress);
        explanation = fewest_explain(puzzle, &wanted, &error);
        progress_end(&limits.progress);
    }
    int status = 0;
    if (!explanation)
        status = report_error(&error, settings->json);
    else if (settings->json)
        status = print_json(explanation);
    else if (settings->question == ALL_QUESTIONS)
        status = print_text(explanation, puzzle, operands[0]);
    else
        parts[settings->question].say(explanation);
    if (explanation && status == 0 && fewest_explanation_status(explanation) != FEWEST_SOLVED) {
        status = (int)fewest_explanation_status(explanation);
        if (!settings->json)
            printf("%slimit reached: %s; said is what was known by then\n", settings->question == ALL_QUESTIONS ? "\n" : "",
                   fewest_limit_word(fewest_explanation_limit(explanation)));
    }
    fewest_explanation_free(explanation);
    fewest_puzzle_free(puzzle);
    return status;
}

const struct command explain_command = {
    .name = "explain",
    .operands = "PUZZLE [START]",
    .summary = "what a state is, how many there are, which hash and search fit, and why",
    .details =
        "Answer the questions that one asks before writing a program, for this puzzle: what a state is, how many there are, "
        "whether there is a perfect hash, how many moves a state has, whether moves have costs and can be undone, whether "
        "the goal is known, which search and store would be chosen, and what memory and time it would take. Nothing is solved. "
        "PUZZLE is a built-in ('fewest list'), a file, or - for standard input; START is written as for 'fewest solve'. A goal "
        "is not needed.\n"
        "Each sentence says where it comes from. Proved: from the rules, the start and the goal alone. Counted: by going through "
        "states, nearest to the start first, until there are no more or --states are counted; moves are tried on at most 250,000 of "
        "them. Chosen: as a search would choose it now. Predicted: from what a small part took. Measured: taken by exploring "
        "all states. What is counted is the same on every machine, unless --time ends it: then what is known by then is printed.\n"
        "Exit status: 0 done, 2 bad input or usage, 3 limit reached, 4 system error, 130 interrupted.",
    .examples = "What the tool knows about the eight puzzle: fewest explain eight\n"
                "Can the states of klotski be numbered, and is that worth it: fewest explain klotski --question hash\n"
                "The same facts for a program: fewest explain klotski --json",
    COMMAND_RUNS(struct explain_settings),
    .min_operands = 1,
    .max_operands = 2,
    .surplus = "a start of several words is one argument: put it in quotes",
};
