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

bool search_options(struct request *request, fewest_options *options, enum MHD_Result *answered) {
    const struct web_limits *limits = &request->site->limits;
    const char *algorithm = parameter(request, "algorithm"), *remember = parameter(request, "remember");
    const char *seconds = parameter(request, "seconds");
    int number = 0;
    *options = fewest_defaults();
    if (algorithm && !find_word(algorithms, sizeof algorithms / sizeof *algorithms, algorithm, &number)) {
        *answered = answer_problem(request, MHD_HTTP_BAD_REQUEST, "auto, bfs, bidirectional, astar or idastar",
                                   "there is no algorithm %.40s", algorithm);
        return false;
    }
    options->algorithm = (fewest_algorithm)number;
    number = 0;
    if (remember && !find_word(stores, sizeof stores / sizeof *stores, remember, &number)) {
        *answered = answer_problem(request, MHD_HTTP_BAD_REQUEST, "auto, rank, hash or tree",
                                   "there is no store named %.40s", remember);
        return false;
    }
    options->remember = (fewest_remember)number;
    if (!count_parameter(request, "memory", limits->memory, &options->memory, answered)) return false;
    if (options->memory == 0 || options->memory > limits->memory) options->memory = limits->memory;
    char *end = NULL;
    options->seconds = seconds && *seconds ? strtod(seconds, &end) : limits->seconds;
    if (end && (*end || !(options->seconds >= 0))) {
        *answered = answer_problem(request, MHD_HTTP_BAD_REQUEST, "a number is wanted, as 2.5", "seconds is no number: %.40s",
                                   seconds);
        return false;
    }
    if (options->seconds == 0 || options->seconds > limits->seconds) options->seconds = limits->seconds;
    return true;
}
