/* What exploring a whole space would take, by each method, on machines that need not be there: arithmetic alone. What it goes by is in
 * docs/scale.md. */
#ifndef CLI_FORECAST_MODEL_H
#define CLI_FORECAST_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* What is known of the puzzle. */
struct forecast_space {
    double states;
    double moves;       /* successors of a state, on average */
    double state_bytes; /* of a packed state */
    double ranks;       /* of a perfect hash; 0: there is none */
    double set_bytes;   /* that sets take in memory; 0: there is no set form */
    bool undone;        /* every move can be undone */
    double rate;        /* states a second of one process here, by hash */
};

/* The machines, all alike. */
struct forecast_machines {
    double nodes, processes; /* processes of a node */
    double memory, disk;     /* bytes of a node */
    double network, speed;   /* bytes a second of a node: to others, and of its disk */
};

/* One way to do it. What is not used is 0. */
struct forecast_plan {
    const char *method;
    double nodes;
    double memory, disk;  /* bytes of a node */
    double written, read; /* bytes, on disk */
    double sent;          /* bytes, from node to node */
    double seconds;
    const char *lacks;    /* what there is too little of; NULL: it fits */
};

enum { FORECAST_PLANS = 5 };

/* Returns how many ways there are, of at most FORECAST_PLANS. */
size_t forecast(const struct forecast_space *space, const struct forecast_machines *machines, struct forecast_plan *plans);

/* The share of all states that the widest layer is taken to have. */
double forecast_widest(const struct forecast_space *space);

#endif
