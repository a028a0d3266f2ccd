import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../errors.ts'
import { MemoryBudget } from '../memory-budget.ts'
import { isParsedBody } from './streamed-bodies.ts'

/** Limit for all bodies of JSON and forms that are being received concurrently. */
const maxReceivedBytes = 32 << 20
/** Almost all bodies are shorter than this; they are not counted. */
const uncountedBytes = 64 << 10

/** Rejects a long body with 503 while others use up the memory budget, so that slow senders cannot exhaust memory (R13). */
export const registerBodyMemory = (app: FastifyInstance): void => {
  const memory = new MemoryBudget(maxReceivedBytes)
  const maxBodyBytes = app.initialConfig.bodyLimit ?? 1 << 20
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isParsedBody(request)) return done(null, payload)
    const length = request.headers['content-length']
    const bytes = length === undefined ? maxBodyBytes : Number(length)
    // Fastify rejects a body above the limit before it reads it.
    if (bytes <= uncountedBytes || bytes > maxBodyBytes) return done(null, payload)
    if (!memory.tryAcquire(bytes)) return done(platformErrors.fail('unavailable'))
    payload.once('close', () => memory.release(bytes))
    done(null, payload)
  })
}
