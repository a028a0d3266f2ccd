import type { FastifyInstance } from 'fastify'
import { isParsedBody } from './streamed-bodies.ts'

/** Streamed bodies enforce a minimum throughput instead (A70). */
const timeoutMs = 30_000

/** Destroys the connection of a client that sends JSON or a form (1 MiB at most) too slowly, so that none stays open for ever. */
export const registerBodyTimeout = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isParsedBody(request)) {
      const timer = setTimeout(() => request.raw.destroy(), timeoutMs).unref()
      const stop = () => clearTimeout(timer)
      payload.once('end', stop).once('close', stop)
    }
    done(null, payload)
  })
}
