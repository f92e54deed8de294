#include "api/options.h"

#include "api/budget.h"

#include <inttypes.h>
#include <string.h>

/* ---- Structs of other versions */

/* How far a struct reached in the first version that had a size: to the end of what was its last member then. */
#define FEW_FIRST_SIZE(type, last) (offsetof(type, last) + sizeof((type){0}.last))

struct form {
    const char *name;
    size_t size, first_size; /* in this version; in the first */
};

/* No version ever has a struct this large: what says so was not set. */
enum { LARGEST = 4096 };

static bool take(const struct form *form, const void *given, void *taken, struct few_error *error) {
    const unsigned char *bytes = given;
    size_t size;
    memcpy(&size, given, sizeof size);
    memset(taken, 0, form->size);
    if (size > LARGEST || size % _Alignof(size_t))
        return few_fail(error, FEW_ERROR_INPUT, "%s.size is %zu: it must be sizeof(%s)", form->name, size, form->name);
    if (size == 0)
        size = form->first_size;
    for (size_t i = form->size; i < size; i++)
        if (bytes[i])
            return few_fail(error, FEW_ERROR_INPUT, "%s sets a member that this version of the library does not know", form->name);
    memcpy(taken, given, size < form->size ? size : form->size);
    return true;
}

/* ---- Values */

static bool is_known(const char *what, unsigned value, unsigned count, struct few_error *error) {
    return value < count || few_fail(error, FEW_ERROR_INPUT, "%s is %d, but it must be 0 to %u", what, (int)value, count - 1);
}

/* Every number of a struct is read by this: 0 stands for the default, and FEWEST_ZERO for 0, where a 0 makes sense. */
static bool read_number(const char *what, void *member, const void *standard, const void *least, struct few_error *error) {
    uint64_t *number = member;
    if (*number == 0) {
        *number = *(const uint64_t *)standard;
        return true;
    }
    *number = *number == FEWEST_ZERO ? 0 : *number;
    return *number >= *(const uint64_t *)least ||
           few_fail(error, FEW_ERROR_INPUT, "%s must be at least %" PRIu64, what, *(const uint64_t *)least);
}

static bool leave(const char *what, void *member, const void *standard, const void *least, struct few_error *error) {
    (void)what, (void)member, (void)standard, (void)least, (void)error;
    return true;
}

/* One member of a table of options or limits, by its type: none can be forgotten. `standard` and `least` are structs of the
 * same type, with the defaults that are no zeroes, and the smallest numbers that make sense. */
#define FEW_READ(of, type, name) \
    &&_Generic((type){0}, uint64_t : read_number, default : leave)(#of "." #name, &of->name, &standard_##of.name, &least_##of.name, error)

/* Puts what a zero stands for in its place. */
static bool resolve_limits(fewest_limits *limits, struct few_error *error) {
    static const fewest_limits standard_limits = {.depth = UINT64_MAX}, least_limits = {.memory = 1, .states = 1, .threads = 1};
#define FEW_READ_LIMIT(name, word, type, member, form, option, standard, meaning) FEW_READ(limits, type, member)
    if (!(true FEW_READ(limits, uint64_t, threads) FEWEST_LIMITS(FEW_READ_LIMIT)))
        return false;
#undef FEW_READ_LIMIT
    limits->threads = few_thread_count(limits->threads);
    if (!(limits->seconds >= 0))
        return few_fail(error, FEW_ERROR_INPUT, "limits.seconds is %g: it must be 0 (no limit) or positive", limits->seconds);
    for (size_t i = 0; i < sizeof limits->reserved / sizeof *limits->reserved; i++)
        if (limits->reserved[i])
            return few_fail(error, FEW_ERROR_INPUT, "limits.reserved is not zero: this version of the library knows no such limit");
    return true;
}

bool few_limits_read(const fewest_limits *given, fewest_limits *limits, struct few_error *error) {
    static const fewest_limits none;
    *limits = given ? *given : none;
    return resolve_limits(limits, error);
}

/* Those of the options, or, where there are none, those that were read before. */
static bool read_limits(bool is_given, const fewest_limits *before, fewest_limits *limits, struct few_error *error) {
    if (is_given || !before)
        return resolve_limits(limits, error);
    *limits = *before;
    return true;
}

static bool check_patterns(const fewest_options *options, struct few_error *error) {
    if (options->pattern_count && !options->patterns)
        return few_fail(error, FEW_ERROR_INPUT, "options.pattern_count is %zu, but options.patterns is NULL", options->pattern_count);
    for (size_t i = 0; i < options->pattern_count; i++)
        if (!options->patterns[i])
            return few_fail(error, FEW_ERROR_INPUT, "options.patterns[%zu] is NULL", i);
    return true;
}

#define FEW_COUNT(...) +1
#define FEW_READ_OPTION(type, name, form, option, standard, meaning) FEW_READ(options, type, name)
bool few_options_read(const fewest_options *given, const fewest_limits *limits, fewest_options *options,
                      struct few_error *error) {
    static const struct form form = {"fewest_options", sizeof *options, FEW_FIRST_SIZE(fewest_options, trace)};
    static const fewest_options none, least_options = {.list = 1, .disk_limit = 1};
    static const fewest_options standard_options = {.bound_memory = FEWEST_BOUND_MEMORY, .transpositions = UINT64_MAX, .list = 100};
    return take(&form, given ? given : &none, options, error) && read_limits(given, limits, &options->limits, error)
        FEWEST_OPTIONS(FEW_READ_OPTION) &&
           is_known("options.algorithm", (unsigned)options->algorithm, 0 FEWEST_ALGORITHMS(FEW_COUNT), error) &&
           is_known("options.remember", (unsigned)options->remember, 0 FEWEST_STORES(FEW_COUNT), error) &&
           is_known("options.symmetry", (unsigned)options->symmetry, 0 FEWEST_SYMMETRY_USES(FEW_COUNT), error) &&
           check_patterns(options, error) &&
           (options->every >= 0 || few_fail(error, FEW_ERROR_INPUT, "options.every is %g: it must be 0 (60 seconds) or positive", options->every)) &&
           (!(options->all && options->any) || few_fail(error, FEW_ERROR_INPUT, "options.any and options.all exclude each other: all solutions, or any one"));
}

bool few_explore_options_read(const fewest_explore_options *given, const fewest_limits *limits,
                              fewest_explore_options *options, struct few_error *error) {
    static const struct form form = {"fewest_explore_options", sizeof *options, FEW_FIRST_SIZE(fewest_explore_options, hardest)};
    static const fewest_explore_options none, least_options = {.disk_limit = 1}, standard_options = {.hardest = 1};
    return take(&form, given ? given : &none, options, error) && read_limits(given, limits, &options->limits, error)
        FEWEST_EXPLORE_OPTIONS(FEW_READ_OPTION) &&
           is_known("options.method", (unsigned)options->method, 0 FEWEST_METHODS(FEW_COUNT), error) &&
           is_known("options.symmetry", (unsigned)options->symmetry, 0 FEWEST_SYMMETRY_USES(FEW_COUNT), error) &&
           (options->every >= 0 || few_fail(error, FEW_ERROR_INPUT, "options.every is %g: it must be 0 (60 seconds) or positive", options->every));
}

bool few_generate_options_read(const fewest_generate_options *given, const fewest_limits *limits,
                               fewest_generate_options *options, struct few_error *error) {
    static const struct form form = {"fewest_generate_options", sizeof *options, FEW_FIRST_SIZE(fewest_generate_options, seed)};
    static const fewest_generate_options none, least_options, standard_options = {.count = 1};
    return take(&form, given ? given : &none, options, error) && read_limits(given, limits, &options->limits, error)
        FEWEST_GENERATE_OPTIONS(FEW_READ_OPTION) &&
           is_known("options.difficulty", (unsigned)options->difficulty, 0 FEWEST_DIFFICULTIES(FEW_COUNT), error);
}

bool few_export_options_read(const fewest_export_options *given, fewest_export_options *options, struct few_error *error) {
    static const struct form form = {"fewest_export_options", sizeof *options, FEW_FIRST_SIZE(fewest_export_options, judge)};
    static const fewest_export_options standard;
    return take(&form, given ? given : &standard, options, error) &&
           is_known("options.language", (unsigned)options->language, 0 FEWEST_EXPORT_LANGUAGES(FEW_COUNT), error) &&
           is_known("options.remember", (unsigned)options->remember, 0 FEWEST_EXPORT_REMEMBER(FEW_COUNT), error) &&
           is_known("options.queue", (unsigned)options->queue, 0 FEWEST_EXPORT_QUEUES(FEW_COUNT), error) &&
           is_known("options.path", (unsigned)options->path, 0 FEWEST_EXPORT_PATHS(FEW_COUNT), error) &&
           is_known("options.search", (unsigned)options->search, 0 FEWEST_EXPORT_SEARCHES(FEW_COUNT), error) &&
           is_known("options.comments", (unsigned)options->comments, 0 FEWEST_EXPORT_COMMENTS(FEW_COUNT), error);
}

bool few_kind_known(fewest_table_kind kind, struct few_error *error) {
    return is_known("the kind of table", (unsigned)kind, FEWEST_TABLE_PATTERNS + 1, error);
}
