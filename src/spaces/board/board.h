/* The space of a puzzle on a board or with vars, compiled from its rules (src/rules), with bounds that are derived from
 * them (src/build). */
#ifndef FEW_SPACES_BOARD_H
#define FEW_SPACES_BOARD_H

#include "language/puzzle.h"
#include "space/space.h"

/* NULL on failure, with *error filled. The puzzle must outlive it. */
struct few_space *few_board_space(struct few_memory *memory, const struct few_puzzle *puzzle, struct few_error *error);

/* Whether a space is one of these: for tests, which look inside. */
bool few_is_board(const struct few_space *space);

/* The same space with smaller states, where the pieces are few; itself where they are not. NULL: no memory, and nothing was
 * freed. */
struct few_rule_space;
struct few_space *few_board_by_places(struct few_rule_space *board);

/* See struct few_space_keeping. */
struct few_facts *few_board_facts(const struct few_space *space, struct few_memory *memory);
uint64_t few_board_orbit(const struct few_space *space, struct few_memory *memory, const uint64_t *state,
                         struct few_coordinates_wish *wish);
struct few_symmetry *few_board_symmetry(const struct few_space *space, struct few_memory *memory, const uint64_t *states, size_t count,
                                        uint64_t work, uint32_t *of_rules);
bool few_board_patterns(const struct few_space *space, struct few_memory *memory, const struct few_bound_wish *wish,
                        struct few_error *error);
bool few_board_bound(const struct few_space *space, struct few_memory *memory, const struct few_facts *facts,
                     const struct few_bound_wish *wish, struct few_bound **bound, struct few_error *error);
bool few_board_hopeless(const struct few_space *space, struct few_memory *memory, struct few_bound **bound);
struct few_bound *few_board_stored_bound(const struct few_space *space, struct few_memory *memory,
                                         const struct few_facts *facts, const struct few_table_file *file, const char *path,
                                         struct few_error *error);
void few_board_fingerprint(const struct few_space *space, const struct few_puzzle *puzzle, struct few_digest *digest);
void few_board_describe(const struct few_space *space, struct few_description *description);

#endif
