import { type FastifyRequest, fastify } from 'fastify'

/** Reloads itself each second, without scripts. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="1"><title>Coffer</title><p>Coffer restarts with the new settings …</p></html>`

/** Whether a page without scripts sends a form. `Sec-Fetch-Mode` is missing without HTTPS. */
const isForm = ({ method, headers }: FastifyRequest): boolean =>
  method === 'POST' &&
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(headers['content-type'] ?? '') &&
  (headers.accept ?? '').includes('text/html')

/** Answers on the port while the app restarts: pages reload until it is back, calls are 503 and may be repeated. */
export const waitingServer = async (host: string, port: number): Promise<{ close(): Promise<void> }> => {
  const app = fastify({ forceCloseConnections: true })
  // Bodies are not read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.get('/health/live', () => ({ status: 'ok' }))
  app.all('/*', (request, reply) => {
    const { referer } = request.headers
    // A form that was sent too early: back to its page, which loads once the app is there.
    if (isForm(request))
      return reply.redirect(
        `/${URL.canParse(referer ?? '') ? new URL(referer as string).pathname.replace(/^\/+/, '') : ''}`,
        303,
      )
    return reply
      .status(503)
      .headers({ 'retry-after': '1', 'cache-control': 'no-store', connection: 'close' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  await app.listen({ host, port })
  return { close: () => app.close() }
}
