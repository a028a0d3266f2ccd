import type { Plugin } from 'vite'

const id = '\0coffer:react-renderer'

// `react-dom/server` loads the renderer of streams too, 300 KB of code.
const code = `import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
const require = createRequire(import.meta.url)
const whole = require.resolve('react-dom/server')
const legacy = join(dirname(whole), 'cjs', 'react-dom-server-legacy.node.production.js')
export const { renderToString } = require(process.env.NODE_ENV === 'production' ? legacy : whole)
`

/** Vite plugin: the server's build loads only that part of React's renderer that writes strings, which saves 4 MiB of memory. */
export const reactRenderer = (): Plugin => ({
  name: 'coffer:react-renderer',
  enforce: 'pre',
  apply: 'build',
  resolveId(source) {
    return this.environment.config.consumer === 'server' && source === 'react-dom/server' ? id : undefined
  },
  load(path) {
    return path === id ? { code, moduleType: 'js' } : undefined
  },
})
