/* A merge sort in place. Two sorted neighbours are merged by exchanging the end of the first with the beginning of the second,
 * where both cuts are found by halving; what is left and right of the cuts is then merged in the same way. The
 * depth of the recursion is the logarithm of the count. */
#include "base/order.h"

struct order {
    size_t size;
    few_comparison *compare;
    void *context;
};

enum { SHORT = 12 };

static void exchange(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

static void turn_round(char *from, char *to, size_t size) {
    while (from < to && (to -= size) > from) {
        exchange(from, to, size);
        from += size;
    }
}

/* What lies from `middle` to `end` comes before what lies from `begin` to `middle`. */
static void rotate(char *begin, char *middle, char *end, size_t size) {
    turn_round(begin, middle, size);
    turn_round(middle, end, size);
    turn_round(begin, end, size);
}

static void insert_all(const struct order *order, char *begin, char *end) {
    for (char *next = begin + order->size; next < end; next += order->size)
        for (char *at = next; at > begin && order->compare(at - order->size, at, order->context) > 0; at -= order->size)
            exchange(at - order->size, at, order->size);
}

/* The first of the sorted items that does not come before `item`; with `behind` the first that comes after it. */
static char *place_of(const struct order *order, const char *item, char *begin, size_t count, int behind) {
    while (count > 0) {
        char *half = begin + count / 2 * order->size;
        const int sign = order->compare(half, item, order->context);
        if (sign < 0 || (behind && sign == 0)) {
            begin = half + order->size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return begin;
}

static void merge(const struct order *order, char *begin, char *middle, char *end) {
    const size_t size = order->size, left = (size_t)(middle - begin) / size, right = (size_t)(end - middle) / size;
    if (left == 0 || right == 0 || order->compare(middle - size, middle, order->context) <= 0)
        return;
    if (left + right == 2) {
        exchange(begin, middle, size);
        return;
    }
    char *first, *second;
    if (left > right) {
        first = begin + left / 2 * size;
        second = place_of(order, first, middle, right, 0);
    } else {
        second = middle + right / 2 * size;
        first = place_of(order, second, begin, left, 1);
    }
    rotate(first, middle, second, size);
    char *between = first + (second - middle);
    merge(order, begin, first, between);
    merge(order, between, second, end);
}

static void sort(const struct order *order, char *begin, size_t count) {
    char *end = begin + count * order->size, *middle = begin + count / 2 * order->size;
    if (count <= SHORT) {
        insert_all(order, begin, end);
        return;
    }
    sort(order, begin, count / 2);
    sort(order, middle, count - count / 2);
    merge(order, begin, middle, end);
}

void few_order_plain(void *items, size_t count, size_t size, few_comparison *compare, void *context) {
    const struct order order = {size, compare, context};
    if (count > 1)
        sort(&order, items, count);
}
