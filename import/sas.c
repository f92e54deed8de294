/* Planning tasks in SAS+ (output.sas, version 3), as Fast Downward's translator writes them: variables with their values, an
 * initial state, a goal, operators with costs. Mutex groups add nothing to a task and are skipped. Axioms and conditional
 * effects are refused. */
#include "import/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The operators may have any value of a variable before them: then a let name stands for it. */
struct variable {
    char *name, *any;      /* of the var; of the let name */
    struct names values;   /* words, different ones */
    size_t start;
    bool needs_any;
};

struct task {
    struct source *source;
    const char *at;
    struct span line; /* the last one that was read */
    struct variable *variables;
    size_t count;
    struct names pieces; /* all values of all variables, and the names of vars */
    int64_t *seen;       /* for each variable: the operator that has it already */
    bool has_costs;
};

bool is_sas(const struct source *source) {
    const char *at = source->text;
    struct span line, word;
    while (next_line(&at, source->end, &line))
        if (next_word(&line, &word))
            return span_is(word, "begin_version");
    return false;
}

/* ---- Reading */

static bool read_line(struct task *task) {
    if (next_line(&task->at, task->source->end, &task->line))
        return true;
    return mistake(task->source, (struct span){task->source->end, 1}, "the file ends too early");
}

static bool expect(struct task *task, const char *text) {
    struct span rest, word, more;
    if (!read_line(task))
        return false;
    rest = task->line;
    if (next_word(&rest, &word) && span_is(word, text) && !next_word(&rest, &more))
        return true;
    return mistake(task->source, task->line, "`%s` should stand here", text);
}

/* The next number of a line, between the two. */
static bool take_number(struct task *task, struct span *rest, int64_t least, int64_t most, const char *what, int64_t *number) {
    struct span word;
    if (!next_word(rest, &word))
        return mistake(task->source, (struct span){rest->text, 1}, "%s is missing here", what);
    if (!read_integer(word, number) || *number < least || *number > most)
        return mistake(task->source, word, "%s should stand here, a whole number from %lld to %lld", what, (long long)least,
                       (long long)most);
    return true;
}

static bool ends(struct task *task, struct span rest) {
    struct span word;
    return !next_word(&rest, &word) || mistake(task->source, word, "there is more in this line than should be");
}

/* A line with one number. */
static bool read_number(struct task *task, int64_t least, int64_t most, const char *what, int64_t *number) {
    if (!read_line(task))
        return false;
    struct span rest = task->line;
    return take_number(task, &rest, least, most, what, number) && ends(task, rest);
}

/* A number of things, of which each takes a line at least. */
static bool read_count(struct task *task, const char *what, size_t *count) {
    int64_t number = 0;
    if (!read_number(task, 0, INT64_C(1) << 32, what, &number))
        return false;
    if (number > task->source->end - task->at)
        return mistake(task->source, task->line, "the file is too short for so many");
    *count = (size_t)number;
    return true;
}

/* "Atom at(truck, depot)" becomes at-truck-depot; a negated one begins with not. */
static bool read_value(struct task *task, struct variable *variable) {
    static const char atom[] = "Atom ", negated[] = "NegatedAtom ";
    if (!read_line(task))
        return false;
    struct span text = task->line;
    const char *before = "";
    if (text.length > strlen(atom) && memcmp(text.text, atom, strlen(atom)) == 0) {
        text.text += strlen(atom);
        text.length -= strlen(atom);
    } else if (text.length > strlen(negated) && memcmp(text.text, negated, strlen(negated)) == 0) {
        text.text += strlen(negated);
        text.length -= strlen(negated);
        before = "not-";
    } else if (span_is(text, "<none of those>")) {
        text = (struct span){"none", 4};
    }
    const long added = names_add_clean(&variable->values, before, text);
    if (added == NO_NAME)
        return no_memory(task->source);
    const char *word = variable->values.list[added];
    return names_add(&task->pieces, (struct span){word, strlen(word)}) != NO_NAME || no_memory(task->source);
}

static bool read_variable(struct task *task, struct variable *variable) {
    int64_t layer = 0;
    size_t count = 0;
    struct names own = {0};
    if (!expect(task, "begin_variable") || !read_line(task))
        return false;
    const long named = names_add_clean(&own, "", task->line);
    variable->name = named == NO_NAME ? NULL : strdup(own.list[named]);
    names_free(&own);
    if (!variable->name)
        return no_memory(task->source);
    if (!read_number(task, -1, INT64_C(1) << 32, "the axiom layer", &layer))
        return false;
    if (layer != -1)
        return mistake(task->source, task->line, "variable %.60s is set by axioms, which are not supported", variable->name);
    if (!read_count(task, "the number of values", &count))
        return false;
    if (count == 0)
        return mistake(task->source, task->line, "variable %.60s has no value", variable->name);
    for (size_t i = 0; i < count; i++)
        if (!read_value(task, variable))
            return false;
    return expect(task, "end_variable");
}

static bool read_head(struct task *task) {
    int64_t version = 0, metric = 0;
    while (task->at < task->source->end && (*task->at == '\n' || *task->at == '\r' || *task->at == ' '))
        task->at++;
    if (!expect(task, "begin_version") || !read_number(task, 0, 1000, "the version", &version))
        return false;
    if (version != 3)
        return mistake(task->source, task->line, "this is version %lld of the format, and only version 3 is read", (long long)version);
    if (!expect(task, "end_version") || !expect(task, "begin_metric") ||
        !read_number(task, 0, 1, "the metric", &metric) || !expect(task, "end_metric"))
        return false;
    task->has_costs = metric == 1;
    return true;
}

static bool read_variables(struct task *task) {
    size_t count = 0;
    if (!read_count(task, "the number of variables", &count))
        return false;
    if (count == 0)
        return mistake(task->source, task->line, "the task has no variable");
    task->variables = calloc(count, sizeof *task->variables);
    task->seen = calloc(count, sizeof *task->seen);
    if (!task->variables || !task->seen)
        return no_memory(task->source);
    for (; task->count < count; task->count++)
        if (!read_variable(task, &task->variables[task->count])) {
            task->count++; /* it is freed with the others */
            return false;
        }
    return true;
}

/* A fact: a variable and one of its values. */
static bool take_fact(struct task *task, struct span *rest, size_t *variable, size_t *value) {
    int64_t number = 0;
    if (!take_number(task, rest, 0, (int64_t)task->count - 1, "a variable", &number))
        return false;
    *variable = (size_t)number;
    if (!take_number(task, rest, 0, (int64_t)task->variables[*variable].values.count - 1, "one of its values", &number))
        return false;
    *value = (size_t)number;
    return true;
}

static bool read_fact(struct task *task, size_t *variable, size_t *value) {
    if (!read_line(task))
        return false;
    struct span rest = task->line;
    return take_fact(task, &rest, variable, value) && ends(task, rest);
}

static bool skip_mutexes(struct task *task) {
    size_t groups = 0, facts = 0, variable, value;
    if (!read_count(task, "the number of mutex groups", &groups))
        return false;
    while (groups--) {
        if (!expect(task, "begin_mutex_group") || !read_count(task, "the number of facts", &facts))
            return false;
        while (facts--)
            if (!read_fact(task, &variable, &value))
                return false;
        if (!expect(task, "end_mutex_group"))
            return false;
    }
    return true;
}

static bool read_state(struct task *task) {
    if (!expect(task, "begin_state"))
        return false;
    for (size_t i = 0; i < task->count; i++) {
        int64_t value = 0;
        if (!read_number(task, 0, (int64_t)task->variables[i].values.count - 1, "a value of the variable", &value))
            return false;
        task->variables[i].start = (size_t)value;
    }
    return expect(task, "end_state");
}

/* ---- The rules. The head is written first, the rest while it is read. */

static void put_var(struct source *source, const char *what, const char *name, const struct names *values) {
    enum { WIDTH = 100, MARGIN = 8 };
    put(source, "%s%s =", what, name);
    size_t column = MARGIN + strlen(name) + 2;
    for (size_t i = 0; i < values->count; i++) {
        if (i && column + strlen(values->list[i]) > WIDTH) {
            put(source, "\n       ");
            column = MARGIN;
        }
        put(source, " %s", values->list[i]);
        column += strlen(values->list[i]) + 1;
    }
    put(source, "\n");
}

/* Names of vars and let names must be no pieces, and different. */
static bool settle(struct task *task, char **name, const char *wanted) {
    char *apart = name_apart(&task->pieces, wanted);
    if (!apart || names_add(&task->pieces, (struct span){apart, strlen(apart)}) == NO_NAME) {
        free(apart);
        return no_memory(task->source);
    }
    free(*name);
    *name = apart;
    return true;
}

static bool put_vars(struct task *task) {
    put(task->source, "title   A planning task\n");
    for (size_t i = 0; i < task->count; i++) {
        char *wanted = strdup(task->variables[i].name);
        const bool good = wanted ? settle(task, &task->variables[i].name, wanted) : no_memory(task->source);
        free(wanted);
        if (!good)
            return false;
    }
    for (size_t i = 0; i < task->count; i++)
        put_var(task->source, "var     ", task->variables[i].name, &task->variables[i].values);
    put(task->source, "start   ");
    for (size_t i = 0; i < task->count; i++)
        put(task->source, "%s%s is %s\n", i ? "        and " : "", task->variables[i].name,
            task->variables[i].values.list[task->variables[i].start]);
    return true;
}

static bool read_goal(struct task *task) {
    size_t count = 0, variable = 0, value = 0;
    if (!expect(task, "begin_goal") || !read_count(task, "the number of facts", &count))
        return false;
    if (count == 0)
        return mistake(task->source, task->line, "the task has no goal");
    put(task->source, "goal    ");
    for (size_t i = 0; i < count; i++) {
        if (!read_fact(task, &variable, &value))
            return false;
        put(task->source, "%s%s is %s\n", i ? "        and " : "", task->variables[variable].name,
            task->variables[variable].values.list[value]);
    }
    return expect(task, "end_goal");
}

/* Each variable stands once in an operator. */
static bool note(struct task *task, size_t variable, int64_t number) {
    if (task->seen[variable] == number)
        return mistake(task->source, task->line, "variable %.60s is twice in this operator", task->variables[variable].name);
    task->seen[variable] = number;
    return true;
}

static bool read_effect(struct task *task, int64_t number, bool first) {
    int64_t conditions = 0, variable = 0, before = 0, after = 0;
    if (!read_line(task))
        return false;
    struct span rest = task->line;
    if (!take_number(task, &rest, 0, INT64_C(1) << 32, "the number of conditions", &conditions))
        return false;
    if (conditions)
        return mistake(task->source, task->line, "this is a conditional effect, and those are not supported");
    if (!take_number(task, &rest, 0, (int64_t)task->count - 1, "a variable", &variable))
        return false;
    struct variable *changed = &task->variables[variable];
    const int64_t last = (int64_t)changed->values.count - 1;
    if (!take_number(task, &rest, -1, last, "the value before", &before) || !take_number(task, &rest, 0, last, "the value after", &after) ||
        !ends(task, rest) || !note(task, (size_t)variable, number))
        return false;
    if (before < 0 && !changed->any) {
        char *wanted = NULL;
        const bool good = asprintf(&wanted, "any-%s", changed->name) >= 0 ? settle(task, &changed->any, wanted) : no_memory(task->source);
        free(wanted);
        if (!good)
            return false;
    }
    changed->needs_any |= before < 0;
    put(task->source, "%s%s %s -> %s", first ? "" : ", ", changed->name, before < 0 ? changed->any : changed->values.list[before],
        changed->values.list[after]);
    return true;
}

/* Its name, and where the cost belongs, are put when the cost is known: it stands at the end. */
static bool read_parts(struct task *task, int64_t number, size_t *effects) {
    size_t count = 0, variable = 0, value = 0;
    if (!read_count(task, "the number of conditions", &count))
        return false;
    const size_t conditions = count;
    for (size_t i = 0; i < count; i++) {
        if (!read_fact(task, &variable, &value) || !note(task, variable, number))
            return false;
        put(task->source, "%s%s %s", i ? ", " : "", task->variables[variable].name, task->variables[variable].values.list[value]);
    }
    if (!read_count(task, "the number of effects", effects))
        return false;
    for (size_t i = 0; i < *effects; i++)
        if (!read_effect(task, number, i == 0 && conditions == 0))
            return false;
    return true;
}

/* An operator without effects changes nothing, and is left out. */
static bool read_operator(struct task *task, int64_t number) {
    struct source *source = task->source;
    struct names own = {0};
    size_t effects = 0;
    int64_t cost = 0;
    if (!expect(task, "begin_operator") || !read_line(task))
        return false;
    const long named = names_add_clean(&own, "", task->line);
    const size_t begin = source->length;
    bool good = named != NO_NAME || no_memory(source);
    /* The parts are written where they will stand, and moved behind the head. */
    good = good && read_parts(task, number, &effects) && read_number(task, 0, INT64_C(1) << 32, "the cost", &cost);
    if (good && task->has_costs && cost > MOST_COST)
        good = mistake(source, task->line, "operators that cost more than %d are not supported", MOST_COST);
    char *parts = good && !source->failed ? strndup(source->rules + begin, source->length - begin) : NULL;
    if (good && !source->failed && !parts)
        good = no_memory(source);
    if (parts) {
        source->length = begin;
        source->rules[begin] = '\0';
        if (effects) {
            put(source, "move    %s%s", can_name_move(own.list[named]) ? "" : "do-", own.list[named]);
            if (task->has_costs && cost != 1)
                put(source, ", cost %lld", (long long)cost);
            put(source, ":  %s\n", parts);
        }
    }
    free(parts);
    names_free(&own);
    return good && expect(task, "end_operator");
}

static bool read_operators(struct task *task) {
    size_t count = 0, axioms = 0;
    if (!read_count(task, "the number of operators", &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_operator(task, (int64_t)i + 1))
            return false;
    if (!read_count(task, "the number of axioms", &axioms))
        return false;
    return axioms == 0 || mistake(task->source, task->line, "the task has axioms, which are not supported");
}

/* ---- All of it */

/* The let names are known only now, and must stand before the moves. */
static bool put_lets(struct task *task, size_t place) {
    struct source *source = task->source;
    char *moves = source->failed ? NULL : strndup(source->rules + place, source->length - place);
    if (!moves)
        return no_memory(source);
    source->length = place;
    for (size_t i = 0; i < task->count; i++)
        if (task->variables[i].needs_any)
            put_var(source, "let     ", task->variables[i].any, &task->variables[i].values);
    put(source, "%s", moves);
    if (!*moves)
        report_mistake(source, (struct span){0}, "no operator of the task changes anything");
    const bool good = *moves;
    free(moves);
    return good;
}

bool translate_sas(struct source *source) {
    struct task task = {.source = source, .at = source->text};
    size_t place = 0;
    bool good = read_head(&task) && read_variables(&task) && skip_mutexes(&task) && read_state(&task) && put_vars(&task) &&
                read_goal(&task);
    place = source->length;
    good = good && read_operators(&task) && put_lets(&task, place);
    for (size_t i = 0; i < task.count; i++) {
        free(task.variables[i].name);
        free(task.variables[i].any);
        names_free(&task.variables[i].values);
    }
    free(task.variables);
    free(task.seen);
    names_free(&task.pieces);
    return good;
}
