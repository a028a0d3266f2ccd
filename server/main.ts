import './threads.ts'

// Not a static import: in the bundle, packages would be loaded before the line above.
const { run } = await import('./start.ts')
await run()
