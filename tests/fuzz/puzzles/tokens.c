#include "tokens.h"

#include <string.h>

static int is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A colon that ends a word is a mark; any other belongs to its word. A comma between two words without white space
 * belongs to a cell such as 2,3. */
static int ends_word(const char *text, size_t at, size_t length) {
    const char c = text[at];
    if (is_space(c) || c == '/' || c == '(' || c == ')') return 1;
    const int last = at + 1 == length || is_space(text[at + 1]);
    if (c == ':') return last;
    if (c == ',') return last || at == 0 || is_space(text[at - 1]);
    return 0;
}

tokens tokens_of_line(arena *memory, const char *text, size_t length) {
    tokens result = {0};
    for (size_t i = 0; i < length;) {
        if (text[i] == '\n') {
            ARENA_PUSH(memory, result.items, result.count, ((token){NEWLINE, "\n"}));
            i++;
        } else if (is_space(text[i])) {
            i++;
        } else if (ends_word(text, i, length)) {
            const char c = text[i++];
            const token_kind kind = c == '/' ? SLASH : c == '(' ? OPEN : c == ')' ? CLOSE : c == ':' ? COLON : COMMA;
            ARENA_PUSH(memory, result.items, result.count, ((token){kind, arena_text(memory, &c, 1)}));
        } else {
            size_t end = i + 1;
            while (end < length && !ends_word(text, end, length)) end++;
            ARENA_PUSH(memory, result.items, result.count, ((token){WORD, arena_text(memory, text + i, end - i)}));
            i = end;
        }
    }
    return result;
}

static void append(arena *memory, statement *to, const char *text, size_t length) {
    const tokens more = tokens_of_line(memory, text, length);
    for (size_t i = 0; i < more.count; i++) ARENA_PUSH(memory, to->body.items, to->body.count, more.items[i]);
    ARENA_PUSH(memory, to->body.items, to->body.count, ((token){NEWLINE, "\n"}));
}

static int is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_space(text[i])) return 0;
    return 1;
}

int statements_of(arena *memory, const char *text, statements *result) {
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    while (*text) {
        const size_t line = strcspn(text, "\n");
        const size_t length = strcspn(text, ";\n");
        if (!is_blank(text, length)) {
            if (is_space(*text)) {
                if (result->count == 0) return 0;
                append(memory, &result->items[result->count - 1], text, length);
            } else {
                size_t word = 0;
                while (word < length && !is_space(text[word])) word++;
                const statement fresh = {.keyword = arena_text(memory, text, word)};
                ARENA_PUSH(memory, result->items, result->count, fresh);
                append(memory, &result->items[result->count - 1], text + word, length - word);
            }
        }
        text += line + (text[line] == '\n');
    }
    return 1;
}

tokens tokens_slice(tokens all, size_t begin, size_t end) {
    while (begin < end && all.items[begin].kind == NEWLINE) begin++;
    while (begin < end && all.items[end - 1].kind == NEWLINE) end--;
    return (tokens){all.items + begin, end - begin};
}

size_t tokens_find(tokens all, size_t begin, token_kind kind, const char *text) {
    for (size_t i = begin; i < all.count; i++)
        if (all.items[i].kind == kind && (!text || strcmp(all.items[i].text, text) == 0)) return i;
    return all.count;
}
