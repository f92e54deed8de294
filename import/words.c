/* Word lists: one word a line. A move changes one letter, and what comes of it is a word of the list, too. */
#include "import/graph.h"

#include <stdlib.h>
#include <string.h>

/* Only where it is asked for: any text is words. */
bool is_words(const struct source *source) {
    return source->options.words;
}

/* A word with one letter left out: the bytes before it and behind it. */
struct gap {
    struct span before, behind;
    size_t word;
};

static int compare_spans(struct span a, struct span b) {
    const size_t least = a.length < b.length ? a.length : b.length;
    const int order = least ? memcmp(a.text, b.text, least) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static int compare_gaps(const void *a, const void *b) {
    const struct gap *first = a, *second = b;
    const int order = compare_spans(first->before, second->before);
    return order ? order : compare_spans(first->behind, second->behind);
}

static int compare_edges(const void *a, const void *b) {
    const struct edge *first = a, *second = b;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    return (first->to > second->to) - (first->to < second->to);
}

/* How many bytes the character at `at` of a word has. */
static size_t letter_at(const char *word, size_t at) {
    size_t length = 1;
    while (((unsigned char)word[at + length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* All words with one letter left out. NULL: there is no memory. */
static struct gap *gaps_of(const struct names *words, size_t *count) {
    size_t bytes = 0, found = 0;
    for (size_t i = 0; i < words->count; i++)
        bytes += strlen(words->list[i]);
    struct gap *gaps = malloc((bytes + 1) * sizeof *gaps);
    for (size_t i = 0; gaps && i < words->count; i++) {
        const char *word = words->list[i];
        const size_t length = strlen(word);
        for (size_t at = 0; at < length;) {
            const size_t letter = letter_at(word, at);
            gaps[found++] = (struct gap){{word, at}, {word + at + letter, length - at - letter}, i};
            at += letter;
        }
    }
    *count = found;
    return gaps;
}

/* Links all words that are alike but for one letter. */
static bool link_words(struct source *source, const struct names *words, struct graph *graph) {
    enum { MOST_MOVES = 1000000 };
    size_t count;
    struct gap *gaps = gaps_of(words, &count);
    if (!gaps)
        return no_memory(source);
    qsort(gaps, count, sizeof *gaps, compare_gaps);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        size_t end = i + 1;
        for (; good && end < count && compare_gaps(&gaps[i], &gaps[end]) == 0; end++) {
            const size_t a = gaps[i].word, b = gaps[end].word;
            good = graph_add(source, graph, a < b ? (struct edge){a, b, 1} : (struct edge){b, a, 1});
            if (good && graph->edge_count > MOST_MOVES)
                good = mistake(source, (struct span){0}, "more than a million pairs of these words differ in one letter");
        }
    }
    free(gaps);
    return good;
}

static bool read_words(struct source *source, struct names *words, struct graph *graph) {
    const char *at = source->text;
    struct span line, word, second;
    while (next_line(&at, source->end, &line)) {
        if (is_blank(line) || is_comment(line))
            continue;
        next_word(&line, &word);
        if (next_word(&line, &second))
            return mistake(source, second, "there is a second word in this line: a word list has one word a line");
        const size_t before = words->count;
        if (names_add(words, word) == NO_NAME ||
            (words->count > before && names_add_clean(&graph->nodes, "", word) == NO_NAME))
            return no_memory(source);
    }
    return true;
}

bool translate_words(struct source *source) {
    struct graph graph = {0};
    struct names words = {0}; /* as they stand in the file */
    bool good = read_words(source, &words, &graph) && link_words(source, &words, &graph);
    if (good && !graph.edges)
        good = mistake(source, (struct span){source->text, 1}, "no two of these words differ in one letter");
    if (good) {
        qsort(graph.edges, graph.edge_count, sizeof *graph.edges, compare_edges);
        good = put_graph(source, &graph, "Words: a move changes one letter");
    }
    names_free(&words);
    graph_free(&graph);
    return good;
}
