/* Progress as server-sent events. The stream is written by the thread of its connection, which waits here for news;
 * every quarter of a second it sends the present progress anyway, which also shows whether the client is still there. */
#include "web/http.h"
#include "web/run.h"

#include "json/memory_file.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK_BYTES = 32 << 10, REPEAT_MILLISECONDS = 250 };

struct stream {
    struct run *run;
    uint64_t version; /* of the progress that was sent last */
    bool ended;
    char *text;
    size_t length, at;
};

static struct timespec in_milliseconds(long milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += milliseconds * 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

/* Under the lock: the events that are due, as text. */
static char *due(struct stream *stream, size_t *length) {
    const struct run *run = stream->run;
    struct memory_file events;
    if (!memory_file_open(&events))
        return NULL;
    FILE *file = events.file;
    if (run->progress)
        fprintf(file, "event: progress\ndata: %s\n\n", run->progress);
    else
        fputs(": wait\n\n", file);
    if (run->done && run->result)
        fprintf(file, "event: done\ndata: %s\n\n", run->result);
    stream->ended = run->done;
    stream->version = run->version;
    char *text = memory_file_close(&events);
    *length = events.length;
    return text;
}

static bool wait_for_news(struct stream *stream) {
    struct run *run = stream->run;
    struct runs *runs = run->runs;
    struct timespec until = in_milliseconds(REPEAT_MILLISECONDS);
    pthread_mutex_lock(&runs->lock);
    while (!run->done && run->version == stream->version && !runs->closing)
        if (pthread_cond_timedwait(&runs->changed, &runs->lock, &until) != 0)
            break;
    free(stream->text);
    stream->at = stream->length = 0;
    stream->text = due(stream, &stream->length);
    pthread_mutex_unlock(&runs->lock);
    return stream->text != NULL;
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t room) {
    struct stream *stream = context;
    (void)position;
    if (stream->at == stream->length) {
        if (stream->ended || stream->run->runs->closing)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (!wait_for_news(stream))
            return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    size_t left = stream->length - stream->at, some = left < room ? left : room;
    memcpy(buffer, stream->text + stream->at, some);
    stream->at += some;
    return (ssize_t)some;
}

static void free_stream(void *context) {
    struct stream *stream = context;
    struct run *run = stream->run;
    pthread_mutex_lock(&run->runs->lock);
    run->watchers--;
    run->seen = seconds_now();
    pthread_mutex_unlock(&run->runs->lock);
    run_release(run);
    free(stream->text);
    free(stream);
}

bool stream_events(struct request *request) {
    bool result;
    struct run *run = requested_run(request, &result);
    if (!run)
        return result;
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        run_release(run);
        return false;
    }
    stream->run = run;
    pthread_mutex_lock(&run->runs->lock);
    run->watchers++;
    pthread_mutex_unlock(&run->runs->lock);
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream, free_stream);
    if (!response)
        free_stream(stream);
    return answer_response(request, HTTP_OK, "text/event-stream", response);
}
