#include "api/options.h"

#include "api/budget.h"

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
        return few_fail(error, FEW_ERROR_INPUT, "%s.size is %zu: it is to be sizeof(%s)", form->name, size, form->name);
    if (size == 0)
        size = form->first_size;
    for (size_t i = form->size; i < size; i++)
        if (bytes[i])
            return few_fail(error, FEW_ERROR_INPUT, "%s has something that this version of the library does not know", form->name);
    memcpy(taken, given, size < form->size ? size : form->size);
    return true;
}

/* ---- Values */

static bool is_known(const char *what, unsigned value, unsigned count, struct few_error *error) {
    return value < count || few_fail(error, FEW_ERROR_INPUT, "%s is %u, but the largest value is %u", what, value, count - 1);
}

/* Where 0 stands for the default, FEWEST_ZERO stands for 0. */
static uint64_t number(uint64_t given, uint64_t standard) {
    return given == 0 ? standard : given == FEWEST_ZERO ? 0 : given;
}

/* Puts what a zero stands for in its place. */
static bool resolve_limits(fewest_limits *limits, struct few_error *error) {
    limits->depth = number(limits->depth, UINT64_MAX);
    limits->threads = few_thread_count(limits->threads);
    if (!(limits->seconds >= 0))
        return few_fail(error, FEW_ERROR_INPUT, "limits.seconds is %g: a time is 0, which is no limit, or more", limits->seconds);
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

#define FEW_COUNT(...) +1
bool few_options_read(const fewest_options *given, const fewest_limits *limits, fewest_options *options,
                      struct few_error *error) {
    static const struct form form = {"fewest_options", sizeof *options, FEW_FIRST_SIZE(fewest_options, trace)};
    static const fewest_options standard;
    if (!take(&form, given ? given : &standard, options, error) || !read_limits(given, limits, &options->limits, error))
        return false;
    options->bound_memory = number(options->bound_memory, FEWEST_BOUND_MEMORY);
    options->transpositions = number(options->transpositions, UINT64_MAX); /* as it suits */
    options->list = options->list ? options->list : 100;
    return is_known("options.algorithm", (unsigned)options->algorithm, 0 FEWEST_ALGORITHMS(FEW_COUNT), error) &&
           is_known("options.remember", (unsigned)options->remember, 0 FEWEST_STORES(FEW_COUNT), error);
}

bool few_explore_options_read(const fewest_explore_options *given, const fewest_limits *limits,
                              fewest_explore_options *options, struct few_error *error) {
    static const struct form form = {"fewest_explore_options", sizeof *options, FEW_FIRST_SIZE(fewest_explore_options, hardest)};
    static const fewest_explore_options standard;
    if (!take(&form, given ? given : &standard, options, error) || !read_limits(given, limits, &options->limits, error))
        return false;
    options->hardest = number(options->hardest, 1);
    return is_known("options.method", (unsigned)options->method, 0 FEWEST_METHODS(FEW_COUNT), error);
}

bool few_generate_options_read(const fewest_generate_options *given, const fewest_limits *limits,
                               fewest_generate_options *options, struct few_error *error) {
    static const struct form form = {"fewest_generate_options", sizeof *options, FEW_FIRST_SIZE(fewest_generate_options, seed)};
    static const fewest_generate_options standard;
    if (!take(&form, given ? given : &standard, options, error) || !read_limits(given, limits, &options->limits, error))
        return false;
    options->count = number(options->count, 1);
    return is_known("options.difficulty", (unsigned)options->difficulty, 0 FEWEST_DIFFICULTIES(FEW_COUNT), error);
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
