/* Which handler answers which path. */
#ifndef WEB_ROUTES_H
#define WEB_ROUTES_H

#include "web/request.h"

enum MHD_Result route(struct request *request);

handler list_puzzles, show_puzzle;                            /* puzzles.c */
handler check_puzzle, list_moves, show_scene;                 /* states.c */
handler choose_start;                                         /* start.c */
handler show_graph;                                           /* graph.c */
handler begin_solve;                                          /* solve.c */
handler begin_explore;                                        /* explore.c */
handler stream_events;                                        /* events.c */
handler show_run, stop_run, download_text, download_json, download_svg; /* run.c */

#endif
