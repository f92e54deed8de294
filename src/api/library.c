/* What belongs to no handle: the version, words, and letting go of what was handed out. */
#include "api/handle.h"
#include "api/searches.h"

#include <stdlib.h>

const char *fewest_version(void) {
#define FEW_TEXT(x) #x
#define FEW_JOIN(a, b, c) FEW_TEXT(a) "." FEW_TEXT(b) "." FEW_TEXT(c)
    return FEW_JOIN(FEWEST_VERSION_MAJOR, FEWEST_VERSION_MINOR, FEWEST_VERSION_PATCH);
}

unsigned fewest_version_number(void) {
    return FEWEST_VERSION_NUMBER;
}

void fewest_free(void *handed_out) {
    free(handed_out);
}

const char *fewest_status_word(fewest_status status) {
    switch (status) {
#define FEWEST_CASE(name, number, word, meaning)                                                          \
    case FEWEST_##name: return word;
        FEWEST_STATUSES(FEWEST_CASE)
#undef FEWEST_CASE
    }
    return "unknown";
}

const char *fewest_limit_word(fewest_limit limit) {
    static const char *const words[] = {
        "none",
#define FEWEST_WORD(name, word, type, member, form, option, standard, meaning) word,
        FEWEST_LIMITS(FEWEST_WORD)
#undef FEWEST_WORD
    };
    return (size_t)limit < sizeof words / sizeof *words ? words[limit] : "unknown";
}

bool fewest_uses_bound(fewest_algorithm algorithm) {
    return (unsigned)algorithm < FEW_DIJKSTRA /* the first that nobody asks for */ && few_searches[algorithm].search->needs & FEW_USES_BOUND;
}

const char *fewest_method_word(fewest_method method) {
    static const char *const words[] = {
#define FEWEST_WORD(name, word, meaning) word,
        FEWEST_METHODS(FEWEST_WORD)
#undef FEWEST_WORD
    };
    return (size_t)method < sizeof words / sizeof *words ? words[method] : "unknown";
}
