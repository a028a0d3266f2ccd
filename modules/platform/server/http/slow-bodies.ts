import type { FastifyInstance } from 'fastify'

/** Longest a JSON body may take, in milliseconds; streams watch their own pace (SECURITY.md A70). */
const longest = 30_000

/** Cuts the connection of a caller who sends a JSON body (1 MiB at most) in drops, so that nobody holds it for ever. */
export const registerSlowBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.headers['content-type']?.startsWith('application/json')) {
      const timer = setTimeout(() => request.raw.destroy(), longest).unref()
      const stop = () => clearTimeout(timer)
      payload.once('end', stop).once('close', stop)
    }
    done(null, payload)
  })
}
