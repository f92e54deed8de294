/* Edge lists: `from to` or `from to cost` on each line, read both ways unless one way is asked for. */
#include "import/graph.h"

/* The words of a line, three at most. Their number; 4: there are more. */
static int words_of(struct span line, struct span *words) {
    struct span word;
    int count = 0;
    while (next_word(&line, &word)) {
        if (count == 3)
            return 4;
        words[count++] = word;
    }
    return count;
}

static size_t digits_at(struct span word, size_t at) {
    size_t count = 0;
    while (at + count < word.length && word.text[at + count] >= '0' && word.text[at + count] <= '9')
        count++;
    return count;
}

/* A number of any kind: a sign, digits with a point or a comma in them, a power of ten. */
static bool is_number(struct span word) {
    size_t at = word.length && (*word.text == '-' || *word.text == '+');
    size_t digits = digits_at(word, at);
    at += digits;
    if (at < word.length && (word.text[at] == '.' || word.text[at] == ',')) {
        const size_t more = digits_at(word, at + 1);
        at += 1 + more;
        digits += more;
    }
    if (digits && at < word.length && (word.text[at] == 'e' || word.text[at] == 'E')) {
        at++;
        at += at < word.length && (word.text[at] == '-' || word.text[at] == '+');
        const size_t power = digits_at(word, at);
        if (power == 0)
            return false;
        at += power;
    }
    return digits && at == word.length;
}

/* The first line must look like an edge and most others too, so that one that does not is a mistake in it, and not another kind of
 * file. */
bool is_edges(const struct source *source) {
    const char *at = source->text;
    struct span line, words[3];
    size_t right = 0, wrong = 0;
    while (next_line(&at, source->end, &line)) {
        if (is_blank(line) || is_comment(line))
            continue;
        const int count = words_of(line, words);
        const bool looks = (count == 2 || (count == 3 && is_number(words[2]))) && !span_is(words[0], "->") &&
                           !span_is(words[1], "->");
        right += looks;
        wrong += !looks;
        if (right + wrong == 1 && !looks)
            return false;
    }
    return right > 3 * wrong || (right > 1 && wrong == 1);
}

static bool read_edge(struct source *source, struct span line, struct names *seen, struct graph *graph) {
    struct span words[3] = {{0}};
    const int count = words_of(line, words);
    int64_t cost = 1;
    if (count < 2)
        return mistake(source, words[0], "a second node is missing: an edge is `from to` or `from to cost`");
    if (count > 3)
        return mistake(source, words[2], "there are more than three words in this line: an edge is `from to` or `from to cost`");
    if (count == 3 && !read_integer(words[2], &cost))
        return is_number(words[2]) ? mistake(source, words[2], "a cost must be a whole number from 0 to %d: where there are fractions, multiply all costs by the same number", MOST_COST)
                                   : mistake(source, words[2], "this is not a cost: a whole number from 0 to %d", MOST_COST);
    if (cost < 0 || cost > MOST_COST)
        return mistake(source, words[2], "a cost must be between 0 and %d", MOST_COST);
    size_t ends[2];
    for (int i = 0; i < 2; i++) {
        const size_t before = seen->count;
        const long node = names_add(seen, words[i]);
        if (node == NO_NAME || ((size_t)node == before && names_add_clean(&graph->nodes, "", words[i]) == NO_NAME))
            return no_memory(source);
        ends[i] = (size_t)node;
    }
    if (ends[0] == ends[1]) /* that would change nothing */
        return true;
    return graph_add(source, graph, (struct edge){ends[0], ends[1], (uint32_t)cost});
}

bool translate_edges(struct source *source) {
    struct graph graph = {.one_way = source->options.one_way};
    struct names seen = {0}; /* the nodes as they are called in the file */
    const char *at = source->text;
    struct span line;
    bool good = true;
    while (good && next_line(&at, source->end, &line))
        if (!is_blank(line) && !is_comment(line))
            good = read_edge(source, line, &seen, &graph);
    if (good && graph.edge_count == 0)
        good = mistake(source, (struct span){source->text, 1}, "no edge leads from one node to another");
    good = good && put_graph(source, &graph, source->options.one_way ? "A graph, one way along each edge" : "A graph");
    names_free(&seen);
    graph_free(&graph);
    return good;
}
