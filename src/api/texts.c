#include "api/texts.h"

void few_texts_init(struct few_texts *texts, struct few_memory *memory) {
    *texts = (struct few_texts){.memory = memory};
    pthread_mutex_init(&texts->lock, NULL);
}

void few_texts_free(struct few_texts *texts) {
    if (!texts->memory)
        return;
    for (size_t i = 0; texts->list && i < texts->count; i++)
        if (texts->list[i].bytes)
            few_free(texts->memory, (char *)texts->list[i].text, texts->list[i].bytes);
    few_free(texts->memory, texts->list, texts->count * sizeof *texts->list);
    pthread_mutex_destroy(&texts->lock);
}

static const char *have(struct few_texts *texts, size_t count, size_t index, few_text_maker *make, const void *context) {
    if (!texts->list) {
        texts->list = few_alloc_zeroed(texts->memory, count * sizeof *texts->list);
        texts->count = count;
    }
    if (!texts->list)
        return NULL;
    struct few_text *text = &texts->list[index];
    if (!text->text)
        text->text = make(context, texts->memory, &text->bytes);
    return text->text;
}

const char *few_texts_at(const struct few_texts *kept, size_t count, size_t index, few_text_maker *make, const void *context) {
    struct few_texts *texts = (struct few_texts *)kept; /* a part of a handle, which is on the heap and never const itself */
    pthread_mutex_lock(&texts->lock);
    const char *text = have(texts, count, index, make, context);
    pthread_mutex_unlock(&texts->lock);
    return text;
}
