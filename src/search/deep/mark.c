/* See mark.h. */
#include "search/deep/mark.h"

#include "base/clock.h"

struct few_digest_value few_deep_subtrees(const struct few_prefixes *prefixes) {
    const size_t first = prefixes->first, count = prefixes->nodes.count - first;
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_add(&digest, few_list_at(&prefixes->states, first), count * prefixes->states.size);
    for (size_t i = 0; i < count; i++) {
        const struct few_prefix *prefix = few_prefix_at(prefixes, first + i);
        few_digest_add(&digest, &(uint64_t[]){prefix->cost, prefix->bound}, 2 * sizeof(uint64_t));
    }
    return few_digest_end(&digest);
}

struct kept {
    const struct few_deep_mark *mark;
    double seconds;
};

static void write_mark(const void *work, struct few_out *out) {
    const struct kept *kept = work;
    const struct few_deep_mark *mark = kept->mark;
    const struct few_progress progress = {FEW_STAGE_DEEP, mark->threshold, mark->expanded, mark->generated, kept->seconds};
    few_progress_write(out, &progress);
    few_out_number(out, mark->wanted);
    few_out_number(out, mark->subtrees.words[0]);
    few_out_number(out, mark->subtrees.words[1]);
    few_out_number(out, mark->done);
    few_out_number(out, mark->next);
}

bool few_deep_keep(struct few_keeper *keeper, const struct few_deep_mark *mark, double started) {
    const struct kept kept = {mark, keeper->before + few_now() - started};
    const bool good = few_keeper_write(keeper, write_mark, &kept);
    if (good)
        keeper->written++;
    return good;
}

bool few_deep_take_up(struct few_keeper *keeper, struct few_deep_mark *mark) {
    struct few_in *in = keeper->from;
    struct few_progress progress;
    keeper->from = NULL;
    *mark = (struct few_deep_mark){0};
    if (!few_progress_read(in, &progress))
        return false;
    if (progress.stage == FEW_STAGE_NOTHING)
        return few_in_is_done(in);
    if (progress.stage != FEW_STAGE_DEEP)
        return few_in_refuse(in);
    keeper->before = progress.seconds;
    mark->threshold = progress.least;
    mark->expanded = progress.expanded;
    mark->generated = progress.generated;
    mark->wanted = few_in_number(in);
    mark->subtrees.words[0] = few_in_number(in);
    mark->subtrees.words[1] = few_in_number(in);
    mark->done = few_in_number(in);
    mark->next = few_in_number(in);
    return few_in_is_done(in);
}
