import type { FastifyInstance } from 'fastify'
import type { Platform } from '../modules/platform/index.ts'

const open = { config: { access: 'public' } } as const

/** `/health/live`, `/health/ready` and `/api/ping`. Draining turns ready to 503 at once. */
export const registerHealth = (app: FastifyInstance, platform: Platform) => {
  let draining = false
  app.get('/api/ping', open, async () => 'pong')
  app.get('/health/live', open, async () => ({ status: 'ok' }))
  app.get('/health/ready', open, async (_request, reply) => {
    const checks = { draining: !draining, database: await answers(platform), storage: await stores(platform) }
    const ready = Object.values(checks).every(Boolean)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks })
  })
  return {
    drain() {
      draining = true
    },
  }
}

/** A write and fsync, kept for ten seconds, and room for uploads. */
const stores = async ({ blobs }: Platform) => {
  if (!(await blobs.probe())) return false
  return blobs.ensureRoom(0).then(
    () => true,
    () => false,
  )
}

const answers = async ({ db }: Platform) => {
  try {
    await db.query('select 1')
    return true
  } catch {
    return false
  }
}
