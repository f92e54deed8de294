/* A breadth-first search that several processes share (shared.c), and how it is kept (shared_stream.c). */
#ifndef FEW_SEARCH_SHARED_H
#define FEW_SEARCH_SHARED_H

#include "search/search.h"

#include "base/list.h"
#include "team/cluster.h"
#include "visited/visited.h"

/* From the starts, or backwards from the goals. */
struct few_shared_side {
    unsigned number;          /* 1: backwards */
    struct few_visited *seen; /* our states, with their distances */
    struct few_list layer;    /* ours of the outermost one */
    uint64_t depth;           /* of it */
    uint64_t width;           /* states of it, of all processes */
    struct few_list widths;   /* uint64_t: of each layer likewise */
};

struct few_shared {
    const struct few_problem *problem;
    const struct few_space *space;
    struct few_watch *watch;
    const struct few_cluster *cluster;
    struct few_mail mail;
    struct few_shared_side sides[2];
    unsigned side_count;
    struct few_shared_side *at;           /* the side that goes on, or that is marked */
    struct few_visited *path;  /* states on shortest paths: ours, at the end all */
    unsigned tag_bits;
    uint64_t distance;         /* from the end of the side: of the states that are taken */
    uint64_t depth;            /* from the starts, of states that are marked */
    struct few_list next;      /* the layer that is made */
    struct few_list found;     /* goals, or where the sides met: ours */
    struct few_list marked;    /* ours on the path: a word with the depth, and the state */
    size_t room;
    uint64_t *made;
    uint64_t fresh;            /* states of the layer that is made */
    bool is_midway;            /* it is not finished */
    bool has_begun;            /* all sides have a layer */
    uint64_t hits;             /* `found`, of all processes */
    struct few_counts settled; /* of all processes, when it was begun */
    double started;
};

/* Writes a checkpoint, if one is due: all processes, or none. What ended the search or the layer; FEW_RUNNING: the time. */
void few_shared_keep(struct few_shared *search, enum few_end end);
/* Goes on from the checkpoint, if there is one that has something: *taken_up says so. */
enum few_end few_shared_take_up(struct few_shared *search, bool *taken_up);

#endif
