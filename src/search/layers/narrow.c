/* Breadth-first search from both ends within a limit that rises, where the space knows a bound on the distance to its aim
 * (space/aim.h): that of the forward side are the goals, that of the backward side the starts.
 *
 * Let g be the depth of a state on its side and h its bound. A path of L moves leads only through states with g + h <= L.
 * So there is a limit L, at first the bound of the start, and each side has seen
 *
 *     all states with g <= its depth and g + h <= L
 *
 * and no others. If both depths together are less than L, the side with fewer states at its depth goes one layer
 * further. A state that both sides have seen then closes a path of as many moves as both depths together, and there is
 * no shorter one, as in bidirectional.c. If they are L, no solution is that short: the limit rises by one, and both sides
 * take in what they left out before. As one move changes h by one at most, g + h never falls along a path: what is new
 * at depth g + 1 with a sum of L + 1 comes from a state at depth g with a sum of at most that. For the same reason a
 * state is first reached at its true depth, so that tags are as good as in other searches.
 *
 * States are expanded again when the limit rises, if only to look for results with just that sum. Where that grows to
 * more than a part of the work, because the bound says little, there is no limit from then on. */
#include "search/layers/narrow.h"

#include "search/layers/kept.h"

enum {
    HIT_BATCH = 16,   /* states expanded at once where the first hit ends the layer; of many a part */
    AGAIN_FACTOR = 2, /* states that are expanded again for each that is expanded, */
    AGAIN_FREE = 1000, /* beyond that many */
    MOST_ENDS = 256,  /* starts, and goals: of many the nearest says little */
};

#define NO_LIMIT (UINT64_C(1) << 31)

/* States of one depth that came in together, in side->next. */
struct part {
    uint64_t depth;
    size_t first, end;
};

struct narrow {
    struct few_aims *aims;
    struct few_watch *watch;
    struct few_side *sides[2];
    struct few_list parts[2];
    struct few_target targets[2];
    uint64_t limit;
    uint64_t again; /* states that were expanded again */
};

static size_t count_at(const struct narrow *narrow, unsigned s, uint64_t depth) {
    const struct part *parts = narrow->parts[s].items;
    size_t count = 0;
    for (size_t i = 0; i < narrow->parts[s].count; i++)
        count += parts[i].depth == depth ? parts[i].end - parts[i].first : 0;
    return count;
}

/* What was added to side->next from `first` on is a part. */
static enum few_end add_part(struct narrow *narrow, unsigned s, uint64_t depth, size_t first) {
    struct part part = {depth, first, narrow->sides[s]->next.count};
    return part.first == part.end || few_list_append(&narrow->parts[s], &part, 1) ? FEW_RUNNING
                                                                                : few_refused(narrow->watch);
}

/* Takes in the successors of a part up to the limit; if it is expanded again, those with a sum above `seen_to`. */
static enum few_end expand(struct narrow *narrow, unsigned s, struct part part, bool again, uint64_t seen_to,
                           struct few_target *target) {
    struct few_side *side = narrow->sides[s];
    struct few_watch *watch = narrow->watch;
    const uint32_t low = again ? (uint32_t)(seen_to - part.depth) : 0;
    const uint32_t high = (uint32_t)(narrow->limit - part.depth - 1);
    const size_t few = (part.end - part.first) / 16 > HIT_BATCH ? (part.end - part.first) / 16 : HIT_BATCH;
    const size_t most = target && side->batch > few ? few : side->batch;
    for (size_t done = part.first; done < part.end;) {
        const size_t batch = part.end - done < most ? part.end - done : most;
        const uint64_t *states = few_list_at(&side->next, done);
        size_t made = narrow->aims->run->successors(narrow->aims, s, states, batch, low, high, side->made);
        *(again ? &narrow->again : &watch->counts.expanded) += batch;
        watch->counts.generated += made;
        enum few_end end = few_side_take(side, made, part.depth + 1, target);
        if (end == FEW_RUNNING)
            end = few_watch_check(watch);
        if (end != FEW_RUNNING || (target && target->found->count))
            return end;
        done += batch;
    }
    return FEW_RUNNING;
}

/* Expands the parts of one depth, those from `fresh` on for the first time. */
static enum few_end expand_depth(struct narrow *narrow, unsigned s, uint64_t depth, size_t fresh, uint64_t seen_to,
                                 struct few_target *target) {
    const size_t first = narrow->sides[s]->next.count, count = narrow->parts[s].count;
    enum few_end end = FEW_RUNNING;
    for (size_t i = 0; i < count && end == FEW_RUNNING; i++) {
        const struct part part = *(const struct part *)few_list_at(&narrow->parts[s], i);
        if (part.depth != depth)
            continue;
        end = expand(narrow, s, part, i < fresh, seen_to, target);
        if (target && target->found->count)
            break;
    }
    return end == FEW_RUNNING ? add_part(narrow, s, depth + 1, first) : end;
}

static enum few_end raise_limit(struct narrow *narrow) {
    const uint64_t seen_to = narrow->limit;
    const bool pays = narrow->again <= AGAIN_FACTOR * narrow->watch->counts.expanded + AGAIN_FREE;
    narrow->limit = pays ? seen_to + 1 : NO_LIMIT;
    enum few_end end = FEW_RUNNING;
    for (unsigned s = 0; s < 2; s++) {
        const size_t fresh = narrow->parts[s].count;
        for (uint64_t depth = 0; depth < narrow->sides[s]->depth && end == FEW_RUNNING; depth++)
            end = expand_depth(narrow, s, depth, fresh, seen_to, NULL);
    }
    return end;
}

static enum few_end advance(struct narrow *narrow, unsigned s) {
    struct few_side *side = narrow->sides[s];
    struct few_counts *counts = &narrow->watch->counts;
    enum few_end end = expand_depth(narrow, s, side->depth, 0, 0, &narrow->targets[s]);
    side->depth++;
    counts->depth++;
    counts->frontier = counts->frontiers[s] = count_at(narrow, s, side->depth);
    return end;
}

static enum few_end begin(struct narrow *narrow, unsigned s, const uint64_t *states, size_t count) {
    struct few_side *side = narrow->sides[s];
    memcpy(side->made, states, count * side->space->words * sizeof *states);
    enum few_end end = few_side_take(side, count, 0, &narrow->targets[s]);
    return end == FEW_RUNNING ? add_part(narrow, s, 0, 0) : end;
}

static enum few_end meet(struct narrow *narrow, const struct few_list *found) {
    struct few_watch *watch = narrow->watch;
    const struct few_side *forward = narrow->sides[0], *backward = narrow->sides[1];
    enum few_end end = FEW_RUNNING;
    while (end == FEW_RUNNING && found->count == 0) {
        const uint64_t depth = forward->depth + backward->depth;
        end = few_depth_check(watch, narrow->limit > depth && narrow->limit < NO_LIMIT ? narrow->limit - 1 : depth);
        if (end == FEW_RUNNING && depth == narrow->limit)
            end = raise_limit(narrow);
        if (end != FEW_RUNNING)
            break;
        const size_t ahead = count_at(narrow, 0, forward->depth), behind = count_at(narrow, 1, backward->depth);
        if (narrow->limit == NO_LIMIT && (ahead == 0 || behind == 0))
            return FEW_UNSOLVABLE;
        /* Of the last layer that is looked at only the meeting is of interest. */
        narrow->targets[0].only_hits = narrow->targets[1].only_hits = few_depth_check(watch, depth + 1) != FEW_RUNNING;
        end = advance(narrow, ahead > behind);
    }
    return end;
}

/* The lowest bound of some states. */
static uint32_t lowest(const struct few_aims *aims, unsigned s, const uint64_t *states, size_t count, uint32_t words) {
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t bound = aims->run->bound(aims, s, states + i * words);
        least = bound < least ? bound : least;
    }
    return least;
}

static bool note_layers(const struct narrow *narrow) {
    bool good = true;
    for (unsigned s = 0; s < 2; s++)
        for (uint64_t depth = 0; depth <= narrow->sides[s]->depth && good; depth++)
            good = few_watch_layer(narrow->watch, s, depth, count_at(narrow, s, depth));
    return good;
}

/* Whichever path is found will do, and no trace or limit needs every state in order. A space that is small enough to
 * be written out soon is searched faster that way. */
static bool is_wanted(const struct few_problem *problem, const struct few_watch *watch) {
    const struct few_space *space = problem->space;
    return watch->any_solution && !watch->from_goals && !watch->reached && watch->max_states == 0 && watch->kept &&
           watch->kept->same_moves && space->undirected && space->run->aims && problem->start_count <= MOST_ENDS &&
           problem->goal_count <= MOST_ENDS && !few_graph_fits(watch->memory, space);
}

bool few_narrow_fits(const struct few_problem *problem, struct few_watch *watch) {
    const struct few_space *space = problem->space;
    struct few_kept *kept = watch->kept;
    if (!is_wanted(problem, watch))
        return false;
    if (!kept->aims && !kept->has_no_aims) {
        kept->aims = space->run->aims(space, watch->memory);
        kept->has_no_aims = kept->aims == NULL;
    }
    struct few_aims *aims = kept->aims;
    if (!aims)
        return false;
    aims->run->set(aims, 0, problem->goals, problem->goal_count);
    aims->run->set(aims, 1, problem->starts, problem->start_count);
    return lowest(aims, 0, problem->starts, problem->start_count, space->words) < FEW_AIM_FAR;
}

enum few_end few_narrow_meet(const struct few_problem *problem, struct few_side *forward, struct few_side *backward,
                             struct few_list *found) {
    struct few_watch *watch = forward->watch;
    struct few_aims *aims = watch->kept->aims;
    const uint32_t words = problem->space->words;
    const uint32_t ahead = lowest(aims, 0, problem->starts, problem->start_count, words);
    const uint32_t behind = lowest(aims, 1, problem->goals, problem->goal_count, words);
    struct narrow narrow = {.aims = aims, .watch = watch, .sides = {forward, backward},
                            .limit = ahead > behind ? ahead : behind};
    for (unsigned s = 0; s < 2; s++) {
        few_list_init(&narrow.parts[s], watch->memory, sizeof(struct part));
        narrow.targets[s] = (struct few_target){
            .test = few_side_meets, .self = narrow.sides[1 - s], .found = found, .one_is_enough = true};
    }
    enum few_end end = begin(&narrow, 1, problem->goals, problem->goal_count);
    if (end == FEW_RUNNING)
        end = begin(&narrow, 0, problem->starts, problem->start_count);
    if (end == FEW_RUNNING)
        end = meet(&narrow, found);
    if (!note_layers(&narrow))
        end = few_refused(watch);
    few_list_free(&narrow.parts[0]);
    few_list_free(&narrow.parts[1]);
    return end;
}
