import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../errors.ts'
import { MemoryBudget } from '../memory-budget.ts'

/** Memory of all JSON bodies that are being received at a time. */
const maxJsonBytes = 32 << 20
/** Nearly every call is shorter, and is not counted. */
const uncountedBytes = 64 << 10

/** Answers 503 to a long JSON body while others fill the memory for them, so that slow senders cannot exhaust it (R13). */
export const registerJsonMemory = (app: FastifyInstance): void => {
  const memory = new MemoryBudget(maxJsonBytes)
  const maxBodyBytes = app.initialConfig.bodyLimit ?? 1 << 20
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-type': type, 'content-length': length } = request.headers
    if (!type?.startsWith('application/json')) return done(null, payload)
    const bytes = length === undefined ? maxBodyBytes : Number(length)
    // One past the limit is refused before it is read.
    if (bytes <= uncountedBytes || bytes > maxBodyBytes) return done(null, payload)
    if (!memory.tryTake(bytes)) return done(platformErrors.fail('unavailable', { headers: { 'retry-after': '2' } }))
    payload.once('close', () => memory.give(bytes))
    done(null, payload)
  })
}
