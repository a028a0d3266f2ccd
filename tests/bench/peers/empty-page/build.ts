import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const here = new URL('.', import.meta.url).pathname
const root = new URL('../../../../', import.meta.url).pathname
const places = {
  'vite.config.ts': 'vite.config.ts',
  'config.ts': 'renderer/+config.ts',
  'onRenderHtml.tsx': 'renderer/+onRenderHtml.tsx',
  'onRenderClient.tsx': 'renderer/+onRenderClient.tsx',
  'Page.tsx': 'pages/index/+Page.tsx',
}

/**
 * Builds the empty app and returns its `dist`. Its files get their `+` only in an ignored folder:
 * in the tree they would become pages of the product.
 */
export const buildEmptyPage = (): string => {
  const app = join(root, 'tests/.artifacts/empty-page')
  rmSync(app, { recursive: true, force: true })
  for (const [from, to] of Object.entries(places)) {
    mkdirSync(join(app, to, '..'), { recursive: true })
    copyFileSync(join(here, from), join(app, to))
  }
  execFileSync(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: app,
    env: { ...process.env, NODE_ENV: 'production', VIKE_CRAWL: '{"git":false}' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(app, 'dist')
}
