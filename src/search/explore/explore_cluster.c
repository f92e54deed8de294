/* By several processes (team/cluster.h), by hash or by rank. Each state belongs to one process, which has it in its part of the layer
 * and of what was seen:
 *
 *     hash    the process is a number that is computed from some bits of the state, of which most moves change none (search/explore/home.h)
 *     rank    each process has a range of ranks, so that moves that change a rank a little stay at home
 *
 * What stands for a state, in lists and in mail, is its *key*: the state itself, or its rank. A process expands its part of the layer,
 * keeps what is its own, sends the rest, and takes what comes between two batches. A layer is a round of mail. Which states
 * are in a layer does not depend on any order, so that all is as with one process. For distance tables (result->tags) what was seen has
 * distances, nothing is forgotten, and it goes to their owner in the end. */
#include "search/explore/explore.h"

#include "search/explore/checkpoint.h"
#include "search/explore/home.h"
#include "search/explore/ring.h"
#include "search/explore/tags.h"
#include "team/cluster.h"
#include "visited/visited.h"

enum {
    TABLE_SHARE = 4, /* of the memory that is left: a table by rank that takes no more is taken where nobody asked for it */
    TAKEN = 4096,    /* keys that are looked up at once */
};

struct explorer {
    const struct few_space *space;
    struct few_watch *watch;
    struct few_exploration *result;
    const struct few_cluster *cluster;
    struct few_mail mail;
    bool by_rank;
    struct few_home home;   /* by hash */
    uint64_t share, first;  /* ranks of a process, and the first of this one */
    size_t words;           /* of a key */
    struct few_front front; /* keys */
    struct few_batch batch;
    uint64_t *states, *made, *ranks; /* of a batch: to be expanded, by rank; what they lead to; its ranks */
    uint32_t *owners;       /* of these */
    uint64_t fresh;         /* states of the next layer that are ours */
};

/* ---- Who has what */

static void find_owners(struct explorer *explorer, const uint64_t *keys, size_t count) {
    const size_t words = explorer->words;
    const unsigned size = explorer->cluster->place.size;
    uint32_t *owners = explorer->owners;
    if (explorer->by_rank)
        for (size_t i = 0; i < count; i++)
            owners[i] = (uint32_t)(keys[i] / explorer->share);
    else if (words == 1)
        for (size_t i = 0; i < count; i++)
            owners[i] = few_home_of(&explorer->home, keys + i, 1, size);
    else
        for (size_t i = 0; i < count; i++)
            owners[i] = few_home_of(&explorer->home, keys + i * words, words, size);
}

static unsigned tag_bits(const struct explorer *explorer) {
    return explorer->result->tags ? explorer->result->tags->tag_bits : 2;
}

/* All of them choose alike. */
static void choose(struct explorer *explorer, const struct few_exploration *result) {
    const struct few_space *space = explorer->space;
    const unsigned size = explorer->cluster->place.size;
    const bool asked_for = result->method == FEW_EXPLORE_RANK, may = result->method != FEW_EXPLORE_HASH && !result->symmetry;
    explorer->share = 32 * few_table_share(space->ranks, size); /* whole words of the table, so that any number of processes takes it up */
    explorer->first = explorer->share * explorer->cluster->place.number;
    const size_t table = few_visited_ranked_bytes(explorer->share, tag_bits(explorer)), left = few_memory_left(explorer->watch->memory);
    const bool fits = table <= (asked_for ? left : left / TABLE_SHARE);
    const bool no = !may || !space->ranks || !space->run->unrank || !fits;
    explorer->by_rank = few_cluster_most(explorer->cluster, no) == 0;
    explorer->words = explorer->by_rank ? 1 : space->words;
}

static bool prepare(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    const struct few_space *space = explorer->space;
    const size_t state_size = space->words * sizeof(uint64_t), key_size = explorer->words * sizeof(uint64_t);
    bool good = few_mail_init(&explorer->mail, explorer->cluster, memory, explorer->words, FEW_DEALT);
    few_list_init(&explorer->front.layer, memory, key_size);
    few_list_init(&explorer->front.next, memory, key_size);
    explorer->front.seen = (struct few_seen){.memory = memory};
    if (!explorer->by_rank && explorer->result->tags)
        few_seen_init_whole(&explorer->front.seen, space, memory, tag_bits(explorer));
    else if (!explorer->by_rank)
        few_seen_init(&explorer->front.seen, space, memory, &few_hashed_kind);
    else
        explorer->front.seen.states = few_visited_ranked(memory, explorer->share, tag_bits(explorer));
    good = explorer->front.seen.states && good;
    explorer->batch = few_batch_for(space, explorer->result->backward);
    explorer->made = few_alloc(memory, few_array_size(explorer->batch.room, state_size));
    explorer->states = few_alloc(memory, few_array_size(explorer->batch.states, state_size));
    explorer->ranks = few_alloc(memory, few_array_size(explorer->batch.room, sizeof *explorer->ranks));
    explorer->owners = few_alloc(memory, few_array_size(explorer->batch.room, sizeof *explorer->owners));
    return good && explorer->made && explorer->states && explorer->ranks && explorer->owners;
}

static void release(struct explorer *explorer) {
    struct few_memory *memory = explorer->watch->memory;
    const size_t state_size = explorer->space->words * sizeof(uint64_t);
    few_free(memory, explorer->made, explorer->batch.room * state_size);
    few_free(memory, explorer->states, explorer->batch.states * state_size);
    few_free(memory, explorer->ranks, explorer->batch.room * sizeof *explorer->ranks);
    few_free(memory, explorer->owners, explorer->batch.room * sizeof *explorer->owners);
    few_visited_free(explorer->front.seen.states);
    few_list_free(&explorer->front.layer);
    few_list_free(&explorer->front.next);
    few_mail_free(&explorer->mail);
}

/* ---- Keys */

/* What is new of keys that are ours joins the next layer. */
static enum few_end take_some(struct explorer *explorer, uint64_t *keys, size_t count) {
    struct few_front *front = &explorer->front;
    if (!few_list_reserve(&front->next, count))
        return few_refused(explorer->watch);
    if (explorer->by_rank) {
        for (size_t i = 0; i < count; i++)
            keys[i] -= explorer->first;
        const unsigned tag = explorer->result->tags ? few_distance_tag(front->seen.depth, tag_bits(explorer)) : FEW_TABLE_SEEN;
        count = few_visited_add(front->seen.states, NULL, keys, 0, count, tag);
    } else if (!few_seen_add(&front->seen, keys, NULL, count, &count, &front->layer, &front->next)) {
        return few_refused(explorer->watch);
    }
    few_list_append(&front->next, keys, count);
    const uint64_t states = explorer->by_rank ? count : few_stand_for(explorer->result, keys, count);
    explorer->fresh += states;
    explorer->watch->counts.remembered += states;
    return FEW_RUNNING;
}

/* A letter: some after others, as there is to be room for all of them, of which few are new. */
static uint64_t take(void *context, uint64_t *keys, size_t count) {
    struct explorer *explorer = context;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < count && end == FEW_RUNNING; done += some) {
        some = count - done < TAKEN ? count - done : TAKEN;
        end = take_some(explorer, keys + done * explorer->words, some);
    }
    return end;
}

/* The states in explorer->made: ours are taken, others sent. */
static enum few_end deal(struct explorer *explorer, size_t count) {
    uint64_t *keys = explorer->made;
    if (explorer->by_rank) {
        explorer->space->run->rank(explorer->space, explorer->made, count, explorer->ranks);
        keys = explorer->ranks;
    }
    find_owners(explorer, keys, count);
    return take_some(explorer, keys, few_mail_deal(&explorer->mail, keys, explorer->owners, count));
}

static const uint64_t *states_at(const struct explorer *explorer, size_t first, size_t count) {
    const uint64_t *keys = few_list_at(&explorer->front.layer, first);
    if (!explorer->by_rank)
        return keys;
    for (size_t i = 0; i < count; i++)
        explorer->ranks[i] = keys[i] + explorer->first;
    explorer->space->run->unrank(explorer->space, explorer->ranks, count, explorer->states);
    return explorer->states;
}

/* ---- Layers */

/* What comes from others meanwhile is taken, and if one of them has to stop, so do we. */
static enum few_end expand(struct explorer *explorer) {
    struct few_counts *counts = &explorer->watch->counts;
    const size_t all = explorer->front.layer.count;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < all && end == FEW_RUNNING && explorer->mail.verdict == FEW_RUNNING; done += some) {
        some = all - done < explorer->batch.states ? all - done : explorer->batch.states;
        const uint64_t *states = states_at(explorer, done, some);
        const size_t made = few_make_batch(explorer->space, explorer->result, states, some, explorer->made);
        counts->expanded += some;
        counts->generated += made;
        end = deal(explorer, made);
        few_mail_look(&explorer->mail);
        if (end == FEW_RUNNING)
            end = few_watch_check(explorer->watch);
    }
    return end;
}

/* The first process deals out the first states. */
static enum few_end begin(struct explorer *explorer, const uint64_t *states, size_t count) {
    const struct few_space *space = explorer->space;
    if (explorer->cluster->place.number != 0)
        return FEW_RUNNING;
    enum few_end end = FEW_RUNNING;
    for (size_t done = 0, some; done < count && end == FEW_RUNNING; done += some) {
        some = count - done < explorer->batch.room ? count - done : explorer->batch.room;
        few_make_first(space, explorer->result, states + done * space->words, some, explorer->made);
        end = deal(explorer, some);
    }
    return end;
}

/* The round is over: how it ended for all, and how many states all found, with what all have done so far. */
static enum few_end meet(struct explorer *explorer, enum few_end end, struct few_counts *before, uint64_t *found) {
    struct few_counts *counts = &explorer->watch->counts;
    end = (enum few_end)few_mail_end(&explorer->mail, end);
    uint64_t sums[] = {explorer->fresh, counts->expanded - before->expanded, counts->generated - before->generated, explorer->mail.sent};
    few_cluster_combine(explorer->cluster, sums, sizeof sums / sizeof *sums, FEW_SUM);
    *found = sums[0];
    counts->expanded = before->expanded + sums[1];
    counts->generated = before->generated + sums[2];
    counts->remembered = explorer->result->states + sums[0];
    explorer->result->sent = sums[3];
    *before = *counts;
    explorer->fresh = 0;
    return end == FEW_RUNNING && few_watch_is_full(explorer->watch) ? FEW_STATE_LIMIT : end;
}

static void turn_page(struct explorer *explorer) {
    struct few_front *front = &explorer->front;
    if (!explorer->by_rank) {
        few_seen_turn(&front->seen, &front->layer, &front->next);
        return;
    }
    const struct few_list expanded = front->layer;
    front->layer = front->next;
    front->next = expanded;
    front->next.count = 0;
    front->seen.depth++;
}

/* ---- Distances that stay */

/* The layer is whole. */
static bool note_far(struct explorer *explorer) {
    struct few_kept_tags *tags = explorer->result->tags;
    const size_t all = explorer->front.layer.count;
    if (!few_kept_tags_turn(tags, explorer->result->depths.items, explorer->result->depths.count - 1, all))
        return false;
    for (size_t i = 0; i < all && tags->far_layer < explorer->result->depths.count; i++)
        few_kept_tags_put(tags, explorer->result->depths.count - 1, states_at(explorer, i, 1), explorer->space->words);
    return true;
}

/* To their owner. */
static void leave_tags(struct explorer *explorer) {
    struct few_kept_tags *tags = explorer->result->tags;
    tags->seen = explorer->front.seen.states;
    tags->by_rank = explorer->by_rank;
    tags->share = explorer->share;
    tags->first = explorer->first;
    explorer->front.seen.states = NULL;
}

/* Of the last layer. */
static enum few_end offer_layer(struct explorer *explorer) {
    const size_t all = explorer->front.layer.count;
    for (size_t done = 0, some; done < all; done += some) {
        some = all - done < explorer->batch.states ? all - done : explorer->batch.states;
        if (!few_exploration_offer(explorer->result, states_at(explorer, done, some), some))
            return few_refused(explorer->watch);
    }
    return FEW_RUNNING;
}

struct gathering {
    struct few_exploration *result;
    struct few_watch *watch;
};

static uint64_t take_farthest(void *context, uint64_t *states, size_t count) {
    const struct gathering *gathering = context;
    return few_exploration_offer(gathering->result, states, count) ? FEW_RUNNING : few_refused(gathering->watch);
}

enum few_end few_exploration_gather(struct few_exploration *result, struct few_watch *watch, enum few_end end) {
    const struct few_cluster *cluster = result->cluster;
    const struct few_cluster_place place = cluster->place;
    struct few_mail mail;
    struct few_list ours; /* while the list of the result changes by what comes */
    struct gathering gathering = {result, watch};
    few_list_init(&ours, watch->memory, result->farthest.size);
    const bool good = few_mail_init(&mail, cluster, watch->memory, result->farthest.size / sizeof(uint64_t), 1) &&
                      few_list_append(&ours, result->farthest.items, result->farthest.count);
    if (!good && end == FEW_RUNNING)
        end = few_refused(watch);
    end = (enum few_end)few_cluster_most(cluster, end);
    if (end == FEW_RUNNING) {
        few_mail_begin(&mail, take_farthest, &gathering);
        for (unsigned to = 0; to < place.size; to++)
            for (size_t i = 0; i < ours.count && to != place.number; i++)
                few_mail_put(&mail, to, few_list_at(&ours, i));
        end = (enum few_end)few_mail_end(&mail, FEW_RUNNING);
    }
    few_list_free(&ours);
    few_mail_free(&mail);
    return end;
}

/* ---- Checkpoints. Lists are kept as if nothing of the layer had been expanded; what is known of the next one is kept, too. */

/* By rank, the lists are in the table while it is written. */
static void keep_table(const struct explorer *explorer, struct few_out *out) {
    const struct few_front *front = &explorer->front;
    size_t words;
    const uint64_t *table = few_visited_words(front->seen.states, &words);
    few_visited_set_tags(front->seen.states, front->layer.items, front->layer.count, FEW_TABLE_EVEN);
    few_visited_set_tags(front->seen.states, front->next.items, front->next.count, FEW_TABLE_EVEN ^ FEW_TABLE_FLIP);
    few_table_keep(explorer->space, FEW_TABLE_EVEN, explorer->first / 32, table, words, out);
    few_visited_set_tags(front->seen.states, front->layer.items, front->layer.count, FEW_TABLE_SEEN);
    few_visited_set_tags(front->seen.states, front->next.items, front->next.count, FEW_TABLE_SEEN);
}

static void keep(void *context, struct few_out *out) {
    const struct explorer *explorer = context;
    if (explorer->by_rank) {
        keep_table(explorer, out);
        return;
    }
    few_keep_seen(out, &explorer->front.seen, explorer->space->words);
    few_keep_states(out, FEW_KEPT_LAYER, &explorer->front.layer);
    few_keep_states(out, FEW_KEPT_NEXT, &explorer->front.next);
    few_out_number(out, FEW_KEPT_END);
}

/* What waits with that tag goes to a list. */
static bool list_tagged(struct explorer *explorer, unsigned tag, struct few_list *list) {
    uint64_t at = 0;
    for (size_t count; (count = few_visited_tagged(explorer->front.seen.states, tag, &at, explorer->ranks, explorer->batch.room)) > 0;)
        if (!few_list_append(list, explorer->ranks, count))
            return false;
    few_visited_retag(explorer->front.seen.states, tag, FEW_TABLE_SEEN);
    return true;
}

static bool read_table(struct explorer *explorer, uint64_t *seen) {
    struct few_front *front = &explorer->front;
    unsigned tag;
    size_t words;
    uint64_t *table = few_visited_fill(front->seen.states, &words);
    if (!few_table_take_up(explorer->result, explorer->space, explorer->first / 32, table, words, &tag))
        return false;
    if (tag && (!list_tagged(explorer, tag, &front->layer) || !list_tagged(explorer, tag ^ FEW_TABLE_FLIP, &front->next)))
        return false;
    uint64_t at = 0;
    for (size_t count; (count = few_visited_tagged(front->seen.states, FEW_TABLE_SEEN, &at, explorer->ranks, explorer->batch.room)) > 0;)
        *seen += count;
    *seen -= front->next.count;
    return true;
}

/* By hash: each process reads some of the parts, and sends each state with its kind to the one that has it now. */
struct reading {
    struct explorer *explorer;
    struct few_mail mail;
    bool no_memory;
};

static bool put_kept(void *context, enum few_kept_kind kind, uint64_t *states, size_t count) {
    struct reading *reading = context;
    struct explorer *explorer = reading->explorer;
    const struct few_cluster_place place = explorer->cluster->place;
    const size_t words = explorer->words;
    uint64_t item[FEW_MAX_WORDS + 1];
    for (size_t i = 0; i < count; i++) {
        uint64_t *state = states + i * words;
        const unsigned owner = few_home_of(&explorer->home, state, words, place.size);
        if (owner == place.number) {
            reading->no_memory = reading->no_memory || !few_front_take(&explorer->front, kind, state, 1);
            continue;
        }
        memcpy(item, state, words * sizeof *state);
        item[words] = kind;
        few_mail_put(&reading->mail, owner, item);
    }
    few_mail_look(&reading->mail);
    return !reading->no_memory && reading->mail.verdict == FEW_RUNNING;
}

static uint64_t take_kept(void *context, uint64_t *items, size_t count) {
    struct reading *reading = context;
    const size_t words = reading->explorer->words;
    for (size_t i = 0; i < count && !reading->no_memory; i++, items += words + 1) {
        const uint64_t kind = items[words];
        reading->no_memory = !few_front_take(&reading->explorer->front, (enum few_kept_kind)kind, items, 1);
    }
    return reading->no_memory ? few_refused(reading->explorer->watch) : FEW_RUNNING;
}

static enum few_end read_parts(struct reading *reading) {
    struct explorer *explorer = reading->explorer;
    struct few_exploration *result = explorer->result;
    const struct few_cluster_place place = explorer->cluster->place;
    bool good = true;
    for (uint64_t number = place.number; number < few_kept_parts(result) && good; number += place.size) {
        struct few_kept_part part;
        good = few_kept_open(result, number, &part);
        if (good)
            few_front_reserve(&explorer->front, part.in);
        good = good && few_read_states(explorer->space, part.in, put_kept, reading);
        good = few_kept_close(result, &part, good);
    }
    if (good)
        return FEW_RUNNING;
    return reading->mail.verdict != FEW_RUNNING ? (enum few_end)reading->mail.verdict : few_not_taken_up(result, explorer->watch);
}

static enum few_end read_lists(struct explorer *explorer) {
    struct reading reading = {.explorer = explorer};
    const bool good = few_mail_init(&reading.mail, explorer->cluster, explorer->watch->memory, explorer->words + 1, 1);
    enum few_end end = (enum few_end)few_cluster_most(explorer->cluster, good ? FEW_RUNNING : few_refused(explorer->watch));
    few_front_begin(explorer->result, &explorer->front);
    explorer->front.seen.before /= explorer->cluster->place.size;
    if (end == FEW_RUNNING) {
        few_mail_begin(&reading.mail, take_kept, &reading);
        end = (enum few_end)few_mail_end(&reading.mail, read_parts(&reading));
    }
    few_mail_free(&reading.mail);
    return end;
}

/* Where all stood when it was written. What does not fit together is refused by all. */
static enum few_end take_up(struct explorer *explorer) {
    struct few_exploration *result = explorer->result;
    struct few_in *from = few_kept_from(result);
    const struct few_front *front = &explorer->front;
    const uint64_t layer = *(const uint64_t *)few_list_at(&result->depths, result->depths.count - 1);
    uint64_t sums[3] = {0}; /* of the layer, of the next one, and by rank all before that */
    enum few_end end;
    if (explorer->by_rank) {
        explorer->front.seen.depth = result->depths.count;
        end = read_table(explorer, &sums[2]) ? FEW_RUNNING : few_not_taken_up(result, explorer->watch);
        end = (enum few_end)few_cluster_most(explorer->cluster, end);
        sums[0] = front->layer.count;
        explorer->fresh = front->next.count;
    } else {
        end = read_lists(explorer);
        sums[0] = few_front_layer(result, front);
        explorer->fresh = few_stand_for(result, front->next.items, front->next.count);
    }
    if (end != FEW_RUNNING)
        return end;
    explorer->watch->counts.remembered += explorer->fresh;
    const bool is_least = few_cluster_most(explorer->cluster, sums[0] == UINT64_MAX) == 0; /* of their classes */
    sums[1] = explorer->fresh;
    few_cluster_combine(explorer->cluster, sums, sizeof sums / sizeof *sums, FEW_SUM);
    bool good = is_least && sums[0] <= layer && (sums[0] == layer || (explorer->by_rank && sums[1]));
    good = good && (!explorer->by_rank || sums[2] == result->states);
    if (!good)
        few_in_refuse(from);
    else if (result->keeper->taken.count || explorer->by_rank || explorer->cluster->place.number == 0)
        good = few_taken_up(result);
    result->keeper->from = NULL; /* what the first one alone has read, the others have not */
    return (enum few_end)few_cluster_most(explorer->cluster, good ? FEW_RUNNING : FEW_CONTRADICTION);
}

enum few_end few_explore_cluster(const struct few_problem *problem, struct few_watch *watch, struct few_exploration *result) {
    struct explorer explorer = {.space = problem->space, .watch = watch, .result = result, .cluster = result->cluster};
    struct few_counts counts = watch->counts;
    uint64_t found = 0;
    choose(&explorer, result);
    if (few_kept_from(result) && explorer.by_rank != (result->method == FEW_EXPLORE_RANK))
        return FEW_MEMORY_LIMIT; /* it has room for the table no more */
    result->method = explorer.by_rank ? FEW_EXPLORE_RANK : FEW_EXPLORE_HASH;
    if (!explorer.by_rank)
        few_home_choose(&explorer.home, problem, watch, result);
    watch->store_name = explorer.by_rank ? problem->space->rank_name : few_hashed_kind.name;
    const bool good = prepare(&explorer);
    enum few_end end = (enum few_end)few_cluster_most(explorer.cluster, good ? FEW_RUNNING : few_refused(watch));
    const bool is_ready = end == FEW_RUNNING;
    bool is_added = is_ready && few_kept_from(result);
    if (is_added) {
        end = take_up(&explorer);
    } else if (is_ready) {
        few_mail_begin(&explorer.mail, take, &explorer);
        end = meet(&explorer, begin(&explorer, problem->starts, problem->start_count), &counts, &found);
    }
    while (end == FEW_RUNNING && (is_added || found)) {
        if (!is_added) {
            turn_page(&explorer);
            end = few_exploration_add_layer(result, watch, found);
            if (end == FEW_RUNNING && result->tags && !note_far(&explorer))
                end = few_refused(watch);
            end = (enum few_end)few_cluster_most(explorer.cluster, end);
        }
        is_added = false;
        counts = result->at_layer;
        if (end == FEW_RUNNING)
            few_keep(result, end, &result->at_layer, keep, &explorer);
        if (end != FEW_RUNNING)
            break;
        few_mail_begin(&explorer.mail, take, &explorer);
        end = meet(&explorer, expand(&explorer), &counts, &found);
    }
    if (end == FEW_RUNNING)
        end = few_exploration_gather(result, watch, offer_layer(&explorer));
    else if (is_ready)
        few_keep(result, end, &result->at_layer, keep, &explorer);
    if (end == FEW_RUNNING && result->tags)
        leave_tags(&explorer);
    release(&explorer);
    return end == FEW_RUNNING ? FEW_SOLVED : end;
}
