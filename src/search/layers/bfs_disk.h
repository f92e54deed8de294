/* Breadth-first search with its layers in files: for spaces that do not fit into memory. */
#ifndef FEW_SEARCH_LAYERS_BFS_DISK_H
#define FEW_SEARCH_LAYERS_BFS_DISK_H

#include "search/search.h"

struct few_in;

/* As few_search_bfs, on watch->disk (search/disk/disk.h). Needs moves of cost 1. The limit on states is kept between layers. FEW_NO_DISK: see the error there. More
 * than one solution, or their number, take a pass over the states on shortest paths for each of them.
 *
 * With watch->keeper it is kept in a checkpoint, which refers to files there that stay, whatever the end, and goes on from keeper->from: NULL, it begins. */
enum few_end few_search_bfs_on_disk(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                                    struct few_solutions *solutions);
/* How its files are called, from a checkpoint, behind the progress. */
void few_bfs_disk_names(struct few_disk *disk, struct few_in *in);

#endif
