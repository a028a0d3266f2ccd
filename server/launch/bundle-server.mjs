// node server/launch/bundle-server.mjs <folder>: bundles server/main.ts and server/cli.ts into the folder, two below `dist`.
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { oneByteSource } from './one-byte-source.ts'
import { root } from './paths.mjs'

/** Packages of hundreds of files each. The others stay in `node_modules`: some find their own files from where they lie. */
const bundled = /^(typebox|kysely|@mikro-orm)(\/|$)/
const isPath = /^[./]/

/** Code finds its fonts, texts and threads from where its source lies, not from the bundle. */
const sourceUrls = {
  name: 'source-urls',
  transform(code, id) {
    const path = relative(root, id)
    if (/node_modules|^\.\./.test(path) || !code.includes('import.meta.url')) return null
    const url = `new URL(${JSON.stringify(`../../../${path}`)}, import.meta.url).href`
    return code.replaceAll('import.meta.url', url)
  },
}

// Bundled separately: together, one bundle would contain code that the other imports, and would run with it.
for (const name of ['main', 'cli']) {
  const bundle = await rolldown({
    input: { [name]: join(root, 'server', `${name}.ts`) },
    cwd: root,
    platform: 'node',
    external: (id) => !isPath.test(id) && !bundled.test(id),
    plugins: [sourceUrls],
  })
  await bundle.write({
    dir: process.argv[2],
    format: 'esm',
    // MikroORM names entities by their classes.
    keepNames: true,
    // A fifth of the source, which stays in memory; licenses stay.
    comments: { legal: true, annotation: false, jsdoc: false },
    plugins: [oneByteSource()],
    entryFileNames: '[name].mjs',
    chunkFileNames: `${name}-[name]-[hash].mjs`,
  })
}
