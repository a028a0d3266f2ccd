import type { FastifyInstance } from 'fastify'

/** Streamed bodies enforce a minimum throughput instead (A70). */
const timeoutMs = 30_000

/** Destroys the connection of a client that sends a JSON body (1 MiB at most) too slowly, so that none stays open for ever. */
export const registerJsonBodyTimeout = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.headers['content-type']?.startsWith('application/json')) {
      const timer = setTimeout(() => request.raw.destroy(), timeoutMs).unref()
      const stop = () => clearTimeout(timer)
      payload.once('end', stop).once('close', stop)
    }
    done(null, payload)
  })
}
