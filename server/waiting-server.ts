import { fastify } from 'fastify'

/** Reloads itself each second, without scripts. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="1"><title>Coffer</title><p>Coffer restarts with the new settings …</p></html>`

/** Answers on the port while the app restarts: pages reload until it is back. */
export const waitingServer = async (host: string, port: number): Promise<{ close(): Promise<void> }> => {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // A form that was sent too early: back to its page, which loads once the app is there.
  app.post('/*', ({ headers: { referer } }, reply) =>
    reply.redirect(
      `/${URL.canParse(referer ?? '') ? new URL(referer as string).pathname.replace(/^\/+/, '') : ''}`,
      303,
    ),
  )
  app.get('/*', (_request, reply) =>
    reply
      .status(503)
      .headers({ 'retry-after': '1', 'cache-control': 'no-store', connection: 'close' })
      .type('text/html; charset=utf-8')
      .send(page),
  )
  await app.listen({ host, port })
  return { close: () => app.close() }
}
