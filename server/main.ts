import { keepTickShape } from './tick-shape.ts'

keepTickShape()
// Before the thread pool starts. Its threads block while they sync files to disk: with the default of four, uploads would
// queue behind each other's syncs although the disk processes many concurrently. A statement, because a bundler may drop a
// module that is imported for its effect alone.
process.env.UV_THREADPOOL_SIZE ??= '12'
// With it, which Node's --watch sets (`npm run dev`), threads send what they import between the messages of their own.
delete process.env.WATCH_REPORT_DEPENDENCIES

// Not a static import: packages would be loaded before the line above.
const { run } = await import('./run.ts')
await run()
