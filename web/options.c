/* algorithm, remember, memory, seconds. */
#include "web/options.h"

#include "web/site.h"

#include <stdlib.h>
#include <string.h>

static bool find_word(const char *const *words, size_t count, const char *word, int *found) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) {
            *found = (int)i;
            return true;
        }
    return false;
}

#define WORD(name, word, meaning) word,
static const char *const algorithms[] = {FEWEST_ALGORITHMS(WORD)};
static const char *const stores[] = {FEWEST_STORES(WORD)};
#undef WORD

struct hint {
    char text[160];
};

/* "auto, bfs or astar" */
static struct hint any_of(const char *const *words, size_t count) {
    struct hint hint = {""};
    for (size_t i = 0, used = 0; i < count && used < sizeof hint.text; used = strlen(hint.text), i++)
        snprintf(hint.text + used, sizeof hint.text - used, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
    return hint;
}

enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms, STORES = sizeof stores / sizeof *stores };

bool search_options(struct request *request, fewest_options *options, bool *answered) {
    const struct web_limits *limits = &request->site->limits;
    const char *algorithm = parameter(request, "algorithm"), *remember = parameter(request, "remember");
    const char *seconds = parameter(request, "seconds");
    int number = 0;
    *options = (fewest_options){.size = sizeof *options};
    if (algorithm && !find_word(algorithms, ALGORITHMS, algorithm, &number)) {
        *answered = answer_problem(request, HTTP_BAD_REQUEST, any_of(algorithms, ALGORITHMS).text,
                                   "there is no algorithm %.40s", algorithm);
        return false;
    }
    options->algorithm = (fewest_algorithm)number;
    number = 0;
    if (remember && !find_word(stores, STORES, remember, &number)) {
        *answered = answer_problem(request, HTTP_BAD_REQUEST, any_of(stores, STORES).text,
                                   "there is no store named %.40s", remember);
        return false;
    }
    options->remember = (fewest_remember)number;
    if (!count_parameter(request, "memory", limits->memory, &options->limits.memory, answered))
        return false;
    if (options->limits.memory == 0 || options->limits.memory > limits->memory)
        options->limits.memory = limits->memory;
    char *end = NULL;
    options->limits.seconds = seconds && *seconds ? strtod(seconds, &end) : limits->seconds;
    if (end && (*end || !(options->limits.seconds >= 0))) {
        *answered = answer_problem(request, HTTP_BAD_REQUEST, "expected a number, such as 2.5", "seconds is not a number: %.40s",
                                   seconds);
        return false;
    }
    if (options->limits.seconds == 0 || options->limits.seconds > limits->seconds)
        options->limits.seconds = limits->seconds;
    return true;
}
