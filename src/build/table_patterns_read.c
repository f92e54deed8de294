/* The bound in a file, made again: all but the entries of its tables follows from the rules and from which pieces are in
 * which table. What the file says of it must be the same, so that nothing is ever looked up outside a table and no tables
 * are added up that may not be. Whether the entries are right, verification says. */
#include "build/patterns.h"
#include "build/table_patterns.h"

#include <stdio.h>
#include <string.h>

const struct few_patterns_about *few_patterns_about(const struct few_table_file *file) {
    uint64_t size;
    const struct few_patterns_about *about = few_table_file_section(file, "about", &size);
    return about && size == sizeof *about ? about : NULL;
}

struct reader {
    const struct few_table_file *file;
    const struct few_rule_space *space;
    struct few_largest *bound;
    struct few_keys *keys; /* a part of it, or NULL */
    struct few_rank_tables *tables; /* the same, from the file */
    const struct few_exchanges *exchanges;
    struct few_images images;
    bool some_with_blank; /* a key so far has the place of the blank in it */
    const struct few_movers *movers;
    bool fits;    /* false: the file is not for this puzzle */
};

/* false: no memory, or r->fits is. */
static bool unfit(struct reader *r) {
    r->fits = false;
    return false;
}

static const void *numbered(const struct reader *r, const char *name, uint32_t number, uint64_t *size) {
    char text[FEW_TABLE_NAME];
    snprintf(text, sizeof text, "%.8s-%u", name, number % 1000);
    return few_table_file_section(r->file, text, size);
}

/* ---- Keys */

static bool has_weight(const struct few_sums *sums, const uint32_t *weights, uint32_t value) {
    for (uint32_t i = 0; i < sums->fields; i++)
        if (weights[i * sums->stride + value])
            return true;
    return false;
}

/* One key with a table: its weights tell which pieces it is for, and these tell what the weights must be. `group` has the
 * keys of the pieces so far. */
static bool read_key(struct reader *r, uint32_t number, uint64_t size, uint8_t *group, bool *with_blank) {
    const struct few_sums *sums = &r->keys->sums;
    const struct few_layout *layout = &r->space->layout;
    uint64_t bytes, entry_bytes, entries;
    uint32_t other;
    const uint32_t *weights = numbered(r, "weights", number, &bytes);
    if (!weights || bytes != few_weight_bytes(sums))
        return unfit(r);
    *with_blank = has_weight(sums, weights, r->exchanges->blank);
    r->some_with_blank = r->some_with_blank || *with_blank;
    for (uint32_t v = 0; v < layout->cell_values; v++) {
        if (v == r->exchanges->blank || !has_weight(sums, weights, v))
            continue;
        if (group[layout->cell_piece[v]] != FEW_NO_GROUP) /* in another table, too: they must not be added up */
            return unfit(r);
        group[layout->cell_piece[v]] = (uint8_t)number;
    }
    struct few_key *key = few_keys_add(r->keys);
    if (!key)
        return false;
    if (!r->some_with_blank && few_images_share(&r->images, r->exchanges, layout, group, number, &other)) {
        few_weigh_by_image(r->keys, &r->images, r->exchanges, layout, group, number, other, key);
        return (key->size == size && memcmp(key->weights, weights, bytes) == 0) || unfit(r);
    }
    const uint8_t *table = numbered(r, "key", number, &entry_bytes);
    if (!table || entry_bytes != size ||
        !few_weigh_group(r->keys, r->space, r->exchanges, key, (uint8_t)number, group, *with_blank, &entries))
        return unfit(r);
    if (entries != size || memcmp(key->weights, weights, bytes) != 0)
        return unfit(r);
    key->entries = table;
    key->size = size;
    key->borrowed = true;
    return true;
}

/* One table for all pieces that count, or tables that know the place of the blank: then no move lowers the bound by more
 * than it costs. */
static bool is_consistent(const struct reader *r, const uint8_t *group, bool with_blank) {
    const struct few_layout *layout = &r->space->layout;
    if (with_blank || r->keys->count != 1)
        return with_blank;
    for (uint32_t v = 0; v < layout->cell_values; v++) {
        const few_code piece = layout->cell_piece[v];
        if (v != r->exchanges->blank && r->movers->counted[piece] && group[piece] != 0)
            return false;
    }
    return true;
}

/* Keys with tables take the place of the distances of pieces. */
static bool read_key_tables(struct reader *r, const struct few_patterns_about *about, const uint64_t *sizes) {
    struct few_keys *keys = r->keys;
    bool good = true, all_with_blank = true;
    if (!keys || !r->exchanges || keys->sums.fields > FEW_MOST_PLACES || keys->sums.stride > FEW_MOST_VALUES ||
        about->keys > FEW_MOST_SPECIAL || about->tables || about->keys_how != FEW_ADDED_KEYS || about->divisor != 1)
        return unfit(r);
    struct few_memory *memory = keys->bound.memory;
    uint8_t *group = few_alloc(memory, r->space->puzzle->piece_count + 1);
    if (!group)
        return false;
    memset(group, FEW_NO_GROUP, r->space->puzzle->piece_count + 1);
    few_keys_drop(keys);
    few_images_find(&r->images, r->exchanges);
    keys->added = true;
    keys->divisor = 1;
    for (uint32_t k = 0; k < about->keys && good; k++) {
        bool with_blank = false;
        good = read_key(r, k, sizes[k], group, &with_blank);
        all_with_blank = all_with_blank && with_blank;
    }
    if (good)
        keys->bound.consistent = about->consistent && is_consistent(r, group, all_with_blank);
    few_free(memory, group, r->space->puzzle->piece_count + 1);
    r->bound->bound.consistent = keys->bound.consistent; /* all other parts are */
    return good && (keys->bound.consistent == about->consistent || unfit(r)) && few_keys_finish(keys);
}

/* Keys without tables are distances, which were found again. */
static bool compare_keys(struct reader *r, const struct few_patterns_about *about) {
    const struct few_keys *keys = r->keys;
    bool same = about->keys_how == few_keys_how(keys) && about->divisor == (keys ? keys->divisor : 1) &&
                about->keys == (keys ? keys->count : 0) && about->consistent == r->bound->bound.consistent;
    for (uint32_t k = 0; same && keys && k < keys->count; k++) {
        uint64_t bytes;
        const void *weights = numbered(r, "weights", k, &bytes);
        same = weights && bytes == few_weight_bytes(&keys->sums) && memcmp(weights, keys->list[k].weights, bytes) == 0;
    }
    return same || unfit(r);
}

static bool read_keys(struct reader *r, const struct few_patterns_about *about) {
    uint64_t size;
    const uint64_t *sizes = few_table_file_section(r->file, "keys", &size);
    if (!sizes || about->keys > FEW_MOST_KEYS || size != about->keys * sizeof *sizes)
        return unfit(r);
    return about->keys && sizes[0] ? read_key_tables(r, about, sizes) : compare_keys(r, about);
}

/* ---- Tables by rank */

static struct few_table_by_rank *read_table(struct reader *r, uint32_t number, const struct few_patterns_table *about) {
    struct few_memory *memory = r->bound->bound.memory;
    uint64_t origin_bytes, entry_bytes;
    const uint8_t *origin = numbered(r, "origin", number, &origin_bytes);
    const uint8_t *entries = numbered(r, "table", number, &entry_bytes);
    r->fits = origin && entries && entry_bytes == about->size;
    struct few_table_by_rank *table = r->fits ? few_alloc_zeroed(memory, sizeof *table) : NULL;
    if (!table)
        return NULL;
    struct few_rule_space *smaller =
        few_table_space(origin, origin_bytes, r->space, memory, &table->image, &r->fits);
    if (smaller && smaller->ranking) {
        struct few_digest_value order = few_ranking_order(smaller->ranking);
        r->fits = smaller->space.ranks == about->size && memcmp(&order, &about->order, sizeof order) == 0;
        table->ranking = smaller->ranking;
        smaller->ranking = NULL;
        table->entries = (uint8_t *)(uintptr_t)entries; /* never written: it is borrowed */
        table->size = about->size;
        table->sum = (uint32_t)about->sum;
        table->borrowed = true;
        table->origin = few_alloc(memory, origin_bytes);
        table->origin_bytes = origin_bytes;
        if (table->origin)
            memcpy(table->origin, origin, origin_bytes);
    } else if (smaller) {
        r->fits = false; /* too many ranks for any table */
    }
    few_rule_space_free(smaller);
    if (r->fits && table->ranking && table->origin)
        return table;
    few_table_by_rank_free(memory, table);
    return NULL;
}

/* Whether no move is paid for in two of these tables, which are added up. */
static bool may_be_added(const struct reader *r, uint32_t first, uint32_t end, uint8_t *group) {
    const uint32_t pieces = r->space->puzzle->piece_count;
    memset(group, FEW_NO_GROUP, pieces + 1);
    for (uint32_t t = first; t < end; t++) {
        bool any = false;
        for (uint32_t p = 0; p < pieces; p++) {
            if (!few_table_pays_for(r->tables->list[t], r->space, (few_code)p))
                continue;
            if (group[p] != FEW_NO_GROUP)
                return false;
            group[p] = (uint8_t)t;
            any = true;
        }
        if (!any)
            return false;
    }
    return r->movers->known && few_are_additive(r->movers, group);
}

static bool check_sums(struct reader *r) {
    const struct few_rank_tables *tables = r->tables;
    struct few_memory *memory = tables->bound.memory;
    uint8_t *group = few_alloc(memory, r->space->puzzle->piece_count + 1);
    if (!group)
        return false;
    for (uint32_t first = 0, end; first < tables->count && r->fits; first = end) {
        for (end = first + 1; end < tables->count && tables->list[end]->sum == tables->list[first]->sum; end++) {
        }
        if (end - first > 1 && !may_be_added(r, first, end, group))
            r->fits = false;
    }
    few_free(memory, group, r->space->puzzle->piece_count + 1);
    return r->fits;
}

static bool read_tables(struct reader *r, const struct few_patterns_about *about) {
    uint64_t size;
    const struct few_patterns_table *tables = few_table_file_section(r->file, "tables", &size);
    if (!tables || about->tables > FEW_MOST_TABLES || size != about->tables * sizeof *tables)
        return unfit(r);
    if (about->tables == 0)
        return true;
    r->tables = few_rank_tables_create(r->bound->bound.memory, r->space->space.words);
    if (!r->tables)
        return false;
    few_largest_add(r->bound, &r->tables->bound);
    for (uint32_t t = 0; t < about->tables; t++) {
        r->tables->list[t] = read_table(r, t, &tables[t]);
        if (!r->tables->list[t])
            return false;
        r->tables->count++;
    }
    return check_sums(r);
}

/* ---- All of it */

static bool read_parts(struct reader *r) {
    const struct few_patterns_about *about = few_patterns_about(r->file);
    const struct few_layout *layout = &r->space->layout;
    if (!about || about->words != layout->words || about->fields != layout->cell_fields ||
        about->stride != UINT64_C(1) << layout->cell_width || about->exchanges != (r->exchanges != NULL))
        return unfit(r);
    return read_keys(r, about) && read_tables(r, about);
}

static void describe(struct few_bound *bound, const char *text, uint64_t length) {
    snprintf(bound->text, sizeof bound->text, "%.*s, from a file", (int)(length < 120 ? length : 120), text);
    for (char *at = bound->text; *at; at++) /* it is shown to people as it is */
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
}

struct few_bound *few_patterns_read(const struct few_table_file *file, const struct few_rule_space *space,
                                    const struct few_rule_facts *facts, struct few_memory *memory, const char *path,
                                    struct few_error *error) {
    const struct few_build no_tables = {.facts = facts};
    uint64_t length;
    const char *text = few_table_file_section(file, "text", &length);
    struct reader r = {.file = file, .space = space, .exchanges = facts->facts.exchanges, .movers = &facts->movers,
                       .fits = text != NULL};
    r.bound = few_build_parts(memory, space, &no_tables, error);
    if (!r.bound)
        return NULL;
    r.keys = few_patterns_parts(&r.bound->bound).keys;
    if (text && read_parts(&r)) {
        struct few_bound *bound = few_largest_settle(r.bound);
        describe(bound, text, length);
        return bound;
    }
    few_bound_free(&r.bound->bound);
    if (r.fits)
        few_fail_memory(error);
    else
        few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: rebuild it", path);
    return NULL;
}
