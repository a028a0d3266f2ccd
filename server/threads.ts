/**
 * Imported first, before anything starts the thread pool. Files are synced to disk by its threads, which wait there: with
 * the usual four, uploads would stand in line behind each other's syncs although the disk settles many at once.
 */
process.env.UV_THREADPOOL_SIZE ??= '12'
