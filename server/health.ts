import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { live, ping, ready } from '../modules/platform/contract.ts'
import { type Platform, serve } from '../modules/platform/index.ts'

/** Seconds. */
const longestWait = 900
/** A probe is answered within 2 s whatever hangs. */
const checkTimeoutMs = 1_500

/** `/health/live`, `/health/ready` and `/api/ping`. Draining turns ready to 503 at once; each check is true when well. */
export const registerHealth = (app: FastifyInstance, platform: Platform) => {
  const { db, blobs, jobs } = platform
  const checkDatabase = timed(() => db.query('select 1'))
  const checkStorage = timed(async () => assert.ok(await blobs.probe()))
  const checkSpace = timed(() => blobs.ensureRoom(0))
  const checkJobs = timed(async () => assert.ok((await jobs.overdue()) < longestWait))
  let draining = false
  serve(app, ping, async (_call, _request, reply) => reply.type('text/plain').send('pong') as never)
  serve(app, live, async () => ({ status: 'ok' }))
  serve(app, ready, async (_call, _request, reply) => {
    const [database, storage, space, jobs] = await Promise.all([
      checkDatabase(),
      checkStorage(),
      checkSpace(),
      checkJobs(),
    ])
    const checks = { serving: !draining, database, storage, space, jobs }
    const well = Object.values(checks).every(Boolean)
    reply.status(well ? 200 : 503)
    return { status: well ? 'ok' : 'unavailable', checks }
  })
  return {
    drain() {
      draining = true
    },
  }
}

/** A check that is answered in time: false as well while it hangs. One under way is shared, so that none pile up. */
const timed = (check: () => Promise<unknown>): (() => Promise<boolean>) => {
  let running: Promise<boolean> | null = null
  return () => {
    running ??= Promise.try(check)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = null
      })
    return Promise.race([running, sleep(checkTimeoutMs, false, { ref: false })])
  }
}
