#include "import/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A set of words */

void names_free(struct names *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i]);
    free(names->list);
    free(names->slots);
    *names = (struct names){0};
}

static uint64_t hash_of(struct span word) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < word.length; i++)
        hash = (hash ^ (unsigned char)word.text[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* The slot of the word, or the free one where it belongs. */
static size_t *slot_of(const struct names *names, struct span word) {
    size_t at = (size_t)hash_of(word) & (names->slot_count - 1);
    while (names->slots[at] && !span_is(word, names->list[names->slots[at] - 1]))
        at = (at + 1) & (names->slot_count - 1);
    return &names->slots[at];
}

long names_find(const struct names *names, struct span word) {
    return names->slot_count ? (long)*slot_of(names, word) - 1 : NO_NAME;
}

static bool grow(struct names *names) {
    const size_t room = names->room ? 2 * names->room : 32;
    char **list = realloc(names->list, room * sizeof *list);
    if (!list)
        return false;
    names->list = list;
    size_t *slots = calloc(2 * room, sizeof *slots);
    if (!slots)
        return false;
    free(names->slots);
    names->slots = slots;
    names->slot_count = 2 * room;
    names->room = room;
    for (size_t i = 0; i < names->count; i++)
        *slot_of(names, (struct span){names->list[i], strlen(names->list[i])}) = i + 1;
    return true;
}

long names_add(struct names *names, struct span word) {
    if (names->count == names->room && !grow(names))
        return NO_NAME;
    size_t *slot = slot_of(names, word);
    if (*slot)
        return (long)*slot - 1;
    char *copy = strndup(word.text, word.length);
    if (!copy)
        return NO_NAME;
    names->list[names->count++] = copy;
    *slot = names->count;
    return (long)*slot - 1;
}

/* ---- Words of the language */

/* What no piece and no name of a move may hold. */
static bool is_kept(const char *at, const char *begin) {
    return (unsigned char)*at <= ' ' || *at == 0x7f || strchr(";:,/_(){}@#=", *at) || (*at == '.' && at > begin && at[-1] == '.');
}

/* The word in `clean`, which has room for it and three bytes more. */
static void clean_word(struct span word, char *clean) {
    char *to = clean;
    for (const char *at = word.text; at < word.text + word.length; at++) {
        if (!is_kept(at, word.text))
            *to++ = *at;
        else if (to == clean || to[-1] != '-')
            *to++ = '-';
    }
    while (to > clean + 1 && to[-1] == '-' && is_kept(word.text + word.length - 1, word.text))
        to--;
    *to = '\0';
    if (to == clean || strcmp(clean, "->") == 0)
        memcpy(clean, "-to", sizeof "-to");
}

long names_add_clean(struct names *names, const char *before, struct span word) {
    const size_t size = strlen(before) + word.length + 32;
    char *clean = malloc(size);
    if (!clean)
        return NO_NAME;
    memcpy(clean, before, strlen(before) + 1);
    clean_word(word, clean + strlen(before));
    const size_t length = strlen(clean);
    for (size_t number = names->count + 1; names_find(names, (struct span){clean, strlen(clean)}) != NO_NAME; number++)
        snprintf(clean + length, size - length, "-%zu", number);
    const long added = names_add(names, (struct span){clean, strlen(clean)});
    free(clean);
    return added;
}

bool can_name_move(const char *name) {
    static const char *const qualifiers[] = {"any", "at", "on", "along", "cost", "left", "right", "up", "down", "repeat", "until",
                                             "mirrored", "diagonal", "and", "or", "not", "where"};
    int64_t number;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (strcmp(name, qualifiers[i]) == 0)
            return false;
    const size_t sign = *name == '-' || *name == '+';
    return !read_integer((struct span){name + sign, strlen(name) - sign}, &number) && strspn(name + sign, "0123456789") < strlen(name + sign);
}

char *name_apart(const struct names *pieces, const char *wanted) {
    char *name = NULL;
    if (names_find(pieces, (struct span){wanted, strlen(wanted)}) == NO_NAME)
        return strdup(wanted);
    for (size_t number = 1;; number++) {
        if (asprintf(&name, "%s-%zu", wanted, number) < 0)
            return NULL;
        if (names_find(pieces, (struct span){name, strlen(name)}) == NO_NAME)
            return name;
        free(name);
    }
}
