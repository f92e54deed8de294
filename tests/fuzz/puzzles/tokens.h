/* The words and marks of one statement. */
#ifndef FUZZ_TOKENS_H
#define FUZZ_TOKENS_H

#include "arena.h"

typedef enum token_kind { WORD, COMMA, SLASH, OPEN, CLOSE, COLON, NEWLINE } token_kind;

typedef struct token {
    token_kind kind;
    const char *text; /* of a word */
} token;

typedef struct tokens {
    token *items;
    size_t count;
} tokens;

typedef struct statement {
    const char *keyword;
    tokens body;
} statement;

typedef struct statements {
    statement *items;
    size_t count;
} statements;

tokens tokens_of_line(arena *memory, const char *text, size_t length);
/* false: the text does not begin with a statement */
int statements_of(arena *memory, const char *text, statements *result);

/* A part of the tokens, without line ends at both ends. */
tokens tokens_slice(tokens all, size_t begin, size_t end);
/* The index of the first such token from `begin` on, or all.count. */
size_t tokens_find(tokens all, size_t begin, token_kind kind, const char *text);

#endif
