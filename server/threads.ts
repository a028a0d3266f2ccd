/**
 * Imported first, before the thread pool starts. Its threads block while they sync files to disk: with the default of four,
 * uploads would queue behind each other's syncs although the disk processes many concurrently.
 */
process.env.UV_THREADPOOL_SIZE ??= '12'
