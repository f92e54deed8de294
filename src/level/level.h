/* Which of the levels of the processor is in use. All but src/base, src/language and this folder is compiled once for each
 * level, with names of its own (tools/levels); the public functions ask here which one to call. Within a level all
 * calls are direct. */
#ifndef FEW_LEVEL_LEVEL_H
#define FEW_LEVEL_LEVEL_H

/* The levels that were compiled, the least demanding first. */
extern const char *const few_level_names[];
extern const unsigned few_level_count;

/* The index of the level in use, always the same one: what FEWEST_CPU in the environment asks for, or else the highest
 * that this processor has. */
unsigned few_level(void);

#endif
