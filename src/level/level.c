/* The choice of a level: at the first call, once for the whole process. Threads that call at the same time choose the
 * same. */
#include "level/level.h"

#include <fewest.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __x86_64__
#include <cpuid.h>

static unsigned bits(unsigned leaf, unsigned which) {
    unsigned registers[4] = {0};
    if (!__get_cpuid_count(leaf, 0, &registers[0], &registers[1], &registers[2], &registers[3]))
        return 0;
    return registers[which];
}

/* Which registers the system saves when it takes the processor away. */
static unsigned saved_registers(void) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* x86-64-v3 and -v4 as the ABI defines them. */
static bool has_level(const char *name) {
    enum { EBX = 1, ECX = 2 };
    enum { YMM = 0x6, ZMM = 0xe6 };
    const unsigned first = bits(1, ECX), seventh = bits(7, EBX), extended = bits(0x80000001, ECX);
    /* SSE3, SSSE3, FMA, CX16, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C */
    const unsigned of_first = 1u << 0 | 1u << 9 | 1u << 12 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 22 | 1u << 23 | 1u << 27 |
                              1u << 28 | 1u << 29;
    const unsigned of_seventh = 1u << 3 | 1u << 5 | 1u << 8;  /* BMI1, AVX2, BMI2 */
    const unsigned of_extended = 1u << 0 | 1u << 5;           /* LAHF, LZCNT */
    const unsigned v4 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31; /* AVX-512 F, DQ, CD, BW, VL */
    if (strcmp(name, "v3") != 0 && strcmp(name, "v4") != 0)
        return true; /* it is what the compiler makes anyway, or the machine's own */
    if ((first & of_first) != of_first || (seventh & of_seventh) != of_seventh || (extended & of_extended) != of_extended ||
        (saved_registers() & YMM) != YMM)
        return false;
    return strcmp(name, "v3") == 0 || ((seventh & v4) == v4 && (saved_registers() & ZMM) == ZMM);
}
#else
static bool has_level(const char *name) {
    (void)name;
    return true;
}
#endif

static const char *wish(void) {
    const char *asked = getenv("FEWEST_CPU");
    return asked && *asked ? asked : NULL;
}

/* The level of this name; few_level_count: there is none. */
static unsigned find(const char *name) {
    unsigned level = 0;
    while (level < few_level_count && strcmp(few_level_names[level], name) != 0)
        level++;
    return level;
}

static unsigned choose(void) {
    const char *asked = wish();
    const unsigned wanted = asked ? find(asked) : few_level_count;
    if (wanted < few_level_count && has_level(few_level_names[wanted]))
        return wanted;
    unsigned best = few_level_count - 1;
    while (best > 0 && !has_level(few_level_names[best]))
        best--;
    return best;
}

unsigned few_level(void) {
    static atomic_uint chosen; /* plus one; 0: not yet */
    unsigned level = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (level == 0) {
        unsigned none = 0;
        level = choose() + 1;
        if (!atomic_compare_exchange_strong(&chosen, &none, level))
            level = none;
    }
    return level - 1;
}

/* FEWEST_CPU names a level that cannot be had. */
static void refuse(const char *asked, fewest_error *error) {
    const bool known = find(asked) < few_level_count;
    *error = (fewest_error){.status = FEWEST_INVALID};
    snprintf(error->message, sizeof error->message, "FEWEST_CPU is `%.60s`, which %s", asked,
             known ? "this processor does not have" : "is not a level of this build");
    size_t length = (size_t)snprintf(error->hint, sizeof error->hint, "there is");
    for (unsigned level = 0; level < few_level_count; level++)
        if (has_level(few_level_names[level]) && length < sizeof error->hint)
            length += (size_t)snprintf(error->hint + length, sizeof error->hint - length, "%s `%s`", level ? "," : "",
                                       few_level_names[level]);
    snprintf(error->text, sizeof error->text, "%s\n   = %s\n", error->message, error->hint);
}

const char *fewest_cpu(fewest_error *error) {
    const char *asked = wish();
    if (asked && (find(asked) == few_level_count || !has_level(asked))) {
        refuse(asked, error);
        return NULL;
    }
    return few_level_names[few_level()];
}
