/* libfewest: distances of all states and pattern databases, made once, kept in files and looked up. Beside <fewest.h>,
 * which it includes. */
#ifndef FEWEST_TABLES_H
#define FEWEST_TABLES_H

#include <fewest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Tables ------------------------------------------------------------------------------------------------ */

/* Finds the distance of every state to the goal and keeps it with the puzzle, two bits or a byte a state: from then on
 * fewest_solve answers any start by look-up, until the goal changes. Worthwhile for many starts in a space that is
 * small enough. Needs moves of cost 1, and goals that can be listed or else found by exploring from
 * the start: then a start that cannot be reached from there is searched for as without a table. The limits and the progress function of
 * `options` hold. false: see *error, whose status may also be LIMIT or INTERRUPTED; the puzzle is as it was. */
FEWEST_API bool fewest_tabulate(fewest_puzzle *puzzle, const fewest_options *options, fewest_error *error);

/* Tables in files (docs/internals/tables.md): what fewest_tabulate keeps with a puzzle, or the databases of a bound. */
typedef enum fewest_table_kind { FEWEST_TABLE_DISTANCES, FEWEST_TABLE_PATTERNS } fewest_table_kind;

typedef struct fewest_table_info {
    unsigned version, bits;                 /* of the format; of an entry */
    uint64_t bytes, entries, states, depth; /* of the file; … ; the largest distance */
    char kind[20], fingerprint[33], puzzle[64], parameters[128];
} fewest_table_info;

/* Of the rules as compiled, pieces and goal, in 32 hexadecimal digits; not of the start, if it has the same pieces
 * and the same cells that no move changes. */
FEWEST_API bool fewest_fingerprint(fewest_puzzle *puzzle, char text[33], fewest_error *error);
/* Makes a table, if the puzzle does not have it, and writes it to a file, whole or not at all. Distances are kept meanwhile where options.checkpoint or
 * options.resume say so, as those of a search are (<fewest.h>). With options.disk, distances that memory does not suffice for are built in files in that folder, and
 * are then only in the file, not with the puzzle; the checkpoint is removed then. */
FEWEST_API bool fewest_table_build(fewest_puzzle *puzzle, fewest_table_kind kind, const fewest_options *options,
                                   const char *path, fewest_error *error);
/* Gives a puzzle the table of a file, which is read into memory. One that is damaged or for another puzzle is refused. */
FEWEST_API bool fewest_table_load(fewest_puzzle *puzzle, const char *path, fewest_error *error);
FEWEST_API bool fewest_table_read_info(const char *path, fewest_table_info *info, fewest_error *error);
/* Compares every entry that a state can use with its neighbours. `puzzle` NULL: the one that the file names;
 * otherwise `puzzle` keeps the table. */
FEWEST_API bool fewest_table_verify(const char *path, fewest_puzzle *puzzle, const fewest_options *options,
                                    fewest_error *error);

#ifdef __cplusplus
}
#endif

#endif
