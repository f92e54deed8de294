/* What a checkpoint says of the puzzle and its options, before what the exploration or the search itself writes (search/keeper.h). */
#include "api/checkpoint_head.h"

#include <string.h>

static const struct {
    const char *word, *command;
} kinds[] = {
    [FEW_KEPT_EXPLORATION] = {"an exploration", "explore"},
    [FEW_KEPT_SEARCH] = {"a search", "solve"},
    [FEW_KEPT_TABLE] = {"a distance table", "table build"},
};

const char *few_kept_word(enum few_kept_as kind) {
    return kinds[kind].word;
}

const char *few_kept_command(enum few_kept_as kind) {
    return kinds[kind].command;
}

static void write_text(struct few_out *out, const char *text) {
    few_out_text(out, text ? text : "", text ? strlen(text) : 0);
}

void few_head_write(struct few_out *out, const fewest_puzzle *puzzle, const struct few_head_about *about) {
    static const fewest_explore_options none;
    const fewest_explore_options *options = about->options ? about->options : &none;
    write_text(out, fewest_version());
    few_out_number(out, about->kind);
    write_text(out, puzzle->rules->file);
    few_out_number(out, puzzle->rules->text != NULL);
    few_out_text(out, puzzle->rules->text ? puzzle->rules->text : "", puzzle->rules->text ? puzzle->rules->text_length : 0);
    for (unsigned i = 0; i < 2; i++) {
        few_out_number(out, puzzle->given[i].is_given);
        write_text(out, puzzle->given[i].is_given ? puzzle->given[i].text : "");
    }
    few_out_number(out, options->from_goal);
    few_out_number(out, (uint64_t)options->method);
    few_out_number(out, (uint64_t)options->symmetry);
    few_out_number(out, options->hardest);
    few_out_number(out, options->disk != NULL);
    write_text(out, options->disk);
    few_out_number(out, options->disk_limit);
    few_out_number(out, about->steps);
    few_out_number(out, about->fingerprint.words[0]);
    few_out_number(out, about->fingerprint.words[1]);
    few_out_number(out, about->first);
    few_out_number(out, about->choice.algorithm);
    few_out_number(out, about->choice.from_goals);
    few_out_number(out, about->choice.remember);
    few_out_number(out, about->choice.all);
    few_out_number(out, about->choice.list);
    few_out_number(out, about->choice.is_shared);
    write_text(out, about->output);
}

static void read_text(struct few_in *in, struct few_kept_text *text) {
    text->text = few_in_text(in, &text->length);
}

static void free_text(struct few_memory *memory, struct few_kept_text *text) {
    few_free(memory, text->text, text->text ? text->length + 1 : 0);
}

void few_head_free(struct few_memory *memory, struct few_checkpoint_head *head) {
    enum { TEXTS = 7 };
    struct few_kept_text *const texts[TEXTS] = {&head->version, &head->name, &head->rules, &head->disk, &head->output, &head->given[0], &head->given[1]};
    for (unsigned i = 0; i < TEXTS; i++)
        free_text(memory, texts[i]);
    *head = (struct few_checkpoint_head){0};
}

bool few_head_read(struct few_in *in, enum few_kept_as kind, struct few_checkpoint_head *head) {
    *head = (struct few_checkpoint_head){.options = {.size = sizeof head->options}};
    read_text(in, &head->version);
    if (!in->failed && strcmp(head->version.text, fewest_version()) != 0) {
        in->failed = true;
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s was written by fewest %.20s, and this is %s: continue with that version, or begin again",
                        in->path, head->version.text, fewest_version());
    }
    head->kind = (enum few_kept_as)few_in_count(in, FEW_KEPT_TABLE);
    if (!in->failed && kind != FEW_KEPT_ANYTHING && head->kind != kind) {
        in->failed = true;
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s is of %s, not of %s", in->path, few_kept_word(head->kind), few_kept_word(kind));
    }
    read_text(in, &head->name);
    head->has_rules = few_in_count(in, 1);
    read_text(in, &head->rules);
    for (unsigned i = 0; i < 2; i++) {
        head->is_given[i] = few_in_count(in, 1);
        read_text(in, &head->given[i]);
    }
    head->options.from_goal = few_in_count(in, 1);
    head->options.method = (fewest_method)few_in_count(in, FEWEST_METHOD_COORDINATES);
    head->options.symmetry = (fewest_symmetry_use)few_in_count(in, FEWEST_SYMMETRY_OFF);
    head->options.hardest = few_in_number(in);
    head->has_disk = few_in_count(in, 1);
    read_text(in, &head->disk);
    head->options.disk_limit = few_in_number(in);
    head->steps = few_in_number(in);
    head->fingerprint.words[0] = few_in_number(in);
    head->fingerprint.words[1] = few_in_number(in);
    head->first = few_in_number(in);
    head->choice.algorithm = (unsigned)few_in_count(in, FEWEST_IDASTAR);
    head->choice.from_goals = few_in_count(in, 1);
    head->choice.remember = (unsigned)few_in_count(in, FEWEST_REMEMBER_TREE);
    head->choice.all = few_in_count(in, 1);
    head->choice.list = few_in_number(in);
    head->choice.is_shared = few_in_count(in, 1);
    read_text(in, &head->output);
    return !in->failed;
}
