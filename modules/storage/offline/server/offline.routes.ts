import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { offlineScope, showOfflineFile } from '../contract.ts'

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/** The page has no inline code and no nonce, so that a browser may keep it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Route of the files that browsers keep to show folders without a connection. */
export const offlineRoutes = (app: FastifyInstance): void => {
  const files = {
    'store.js': { type: 'text/javascript', body: read('offline-store.js') },
    page: { type: 'text/html', body: read('offline-page.html') },
    'page.js': { type: 'text/javascript', body: read('offline-page.js') },
    'page.css': { type: 'text/css', body: read('offline-page.css') },
  }
  // Another version of any of the files is another worker, which browsers install.
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  const worker = { type: 'text/javascript', body: read('offline-worker.js').replace('{version}', version) }
  const all = { ...files, 'worker.js': worker }
  serve(app, showOfflineFile, async ({ params: { file } }, _request, reply) => {
    const { type, body } = all[file]
    reply.header('cache-control', 'no-cache')
    if (file === 'worker.js') reply.header('service-worker-allowed', offlineScope)
    if (file === 'page') reply.headers({ 'content-security-policy': contentSecurityPolicy, 'x-robots-tag': 'noindex' })
    return reply.type(`${type}; charset=utf-8`).send(body)
  })
}
