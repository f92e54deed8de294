/* Which handler answers which path. */
#ifndef WEB_ROUTES_H
#define WEB_ROUTES_H

#include "web/request.h"

bool route(struct request *request);

bool path_matches(const char *pattern, const char *path); /* see the table in routes.c */
bool is_method(const struct request *request, const char *method);

handler list_puzzles, show_puzzle, show_rules;                /* puzzles.c */
handler check_puzzle, list_moves, show_scene;                 /* states.c */
handler list_before;                                          /* before.c */
handler choose_start;                                         /* start.c */
handler show_graph;                                           /* graph.c */
handler begin_solve;                                          /* solve.c */
handler begin_explore;                                        /* explore.c */
handler begin_table, look_up;                                 /* tables.c */
handler begin_prove;                                          /* prove.c */
handler show_run, stop_run, download_text, download_json, download_svg; /* run.c */

/* What is no path of the API. Whoever carries the answers has this: http.c, wasm/worker.c. */
handler answer_otherwise;

#endif
