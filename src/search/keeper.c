/* See keeper.h. */
#include "search/keeper.h"

#include "base/clock.h"
#include "base/new_file.h"

#include <errno.h>
#include <string.h>

const struct few_stream_form few_checkpoint_form = {.magic = "\x89" "FWK\r\n\x1a\n", .version = 3, .name = "a checkpoint of fewest"};

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
    return few_out_end(&out, &few_checkpoint_form, &keeper->memory);
}

bool few_keeper_write(struct few_keeper *keeper, few_keep_work *write, const void *work) {
    struct content content = {keeper, write, work};
    const double began = few_now();
    const bool good = few_write_new_file(&keeper->memory, keeper->path, write_file, &content);
    keeper->error = (struct few_error){0}; /* the last one says it */
    if (!good)
        few_fail(&keeper->error, few_kind_of_errno(errno), "the checkpoint %.120s cannot be written: %s", keeper->path, strerror(errno));
    const double now = few_now(), pause = (now - began) * PAUSE; /* most of the time is for the work, however long it takes to write */
    keeper->next = now + (pause > keeper->every ? pause : keeper->every);
    return good;
}
