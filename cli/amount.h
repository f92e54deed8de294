/* Amounts as people write and read them: counts, sizes in bytes, times. */
#ifndef CLI_AMOUNT_H
#define CLI_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

/* Each returns false when the text is not such an amount, or too large to be kept. */
bool read_count(const char *text, uint64_t *count);     /* 1000000 */
bool read_size(const char *text, uint64_t *bytes);      /* 512K 8M 1.5G, with or without B or iB; 1K is 1024 */
bool read_seconds(const char *text, double *seconds);   /* 10 0.5 10s 2m 1h, more than 0 */

/* A short text, returned by value so that several can stand in one call of printf. */
struct amount {
    char text[40];
};

struct amount show_count(uint64_t count);               /* 1,234,567 */
struct amount show_size(uint64_t bytes);                /* 0.3 MiB */
struct amount show_seconds(double seconds);             /* 0.001 s */
struct amount show_duration(double seconds);            /* 40 seconds, 25 minutes, 7 hours: roughly */
struct amount show_rate(double per_second);             /* 4.5 M/s */

const char *plural(uint64_t count);                     /* what follows a word behind a number: 1 state, 2 states */

#endif
