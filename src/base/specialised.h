/* A function that is written once and compiled for each set of constants it is called with. */
#ifndef FEW_BASE_SPECIALISED_H
#define FEW_BASE_SPECIALISED_H

#define FEW_SPECIALISED static inline __attribute__((always_inline))

#endif
