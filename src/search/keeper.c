/* See keeper.h. */
#include "search/keeper.h"

#include "base/clock.h"
#include "base/new_file.h"

#include <errno.h>
#include <string.h>

const struct few_stream_form few_checkpoint_form = {.magic = "\x89" "FWK\r\n\x1a\n", .version = 8, .name = "a checkpoint of fewest"};

enum { PAUSE = 9 }; /* times what it took to write */

struct content {
    struct few_keeper *keeper;
    few_keep_work *write;
    const void *work;
};

static bool write_file(int descriptor, void *context) {
    const struct content *content = context;
    struct few_keeper *keeper = content->keeper;
    struct few_out out;
    if (!few_out_begin(&out, descriptor, &keeper->memory))
        return false;
    keeper->about(keeper->context, &out);
    content->write(content->work, &out);
    const bool good = few_out_end(&out, &few_checkpoint_form, &keeper->memory);
    keeper->body = out.body;
    return good;
}

bool few_keeper_write(struct few_keeper *keeper, few_keep_work *write, const void *work) {
    struct content content = {keeper, write, work};
    const double began = few_now();
    keeper->error = (struct few_error){0}; /* the last one says it */
    const bool free = few_out_may_replace(keeper->path, &few_checkpoint_form, &keeper->error);
    const bool good = free && few_write_new_file(&keeper->memory, keeper->path, write_file, &content);
    if (free && !good)
        few_fail(&keeper->error, few_kind_of_errno(errno), "the checkpoint %.120s cannot be written: %s", keeper->path, strerror(errno));
    const double now = few_now(), pause = (now - began) * PAUSE; /* most of the time is for the work, however long it takes to write */
    keeper->next = now + (pause > keeper->every ? pause : keeper->every);
    return good;
}

void few_progress_write(struct few_out *out, const struct few_progress *progress) {
    few_out_number(out, progress->stage);
    few_out_number(out, progress->least);
    few_out_number(out, progress->expanded);
    few_out_number(out, progress->generated);
    few_out_number(out, (uint64_t)(progress->seconds * 1000));
}

bool few_progress_read(struct few_in *in, struct few_progress *progress) {
    progress->stage = (enum few_search_stage)few_in_count(in, FEW_STAGE_DISK);
    progress->least = few_in_number(in);
    progress->expanded = few_in_number(in);
    progress->generated = few_in_number(in);
    progress->seconds = (double)few_in_number(in) / 1000;
    return !in->failed;
}

void few_write_nothing(const void *work, struct few_out *out) {
    (void)work;
    few_progress_write(out, &(struct few_progress){.stage = FEW_STAGE_NOTHING});
}
