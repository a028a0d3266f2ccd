import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ping, showLiveness, showReadiness } from '../modules/platform/contract.ts'
import { type Platform, serve } from '../modules/platform/index.ts'

/** An instance whose jobs are later than this is not ready. */
const maxJobDelaySeconds = 900
/** Timeout of a check, so that a probe is answered within 2 s whichever check hangs. */
const checkTimeoutMs = 1_500

/** Registers `/health/live`, `/health/ready` and `/api/ping`. `drain()` makes `/health/ready` respond with 503 immediately. */
export const registerHealth = (app: FastifyInstance, platform: Platform) => {
  const { db, blobs, jobs } = platform
  const checkDatabase = withTimeout(() => db.query('select 1'))
  const checkStorage = withTimeout(async () => assert.ok(await blobs.probe()))
  const checkSpace = withTimeout(() => blobs.ensureRoom(0))
  const checkJobs = withTimeout(async () => assert.ok((await jobs.queue.overdueSeconds()) < maxJobDelaySeconds))
  let draining = false
  serve(app, ping, async (_call, _request, reply) => reply.type('text/plain').send('pong'))
  serve(app, showLiveness, async () => ({ status: 'ok' }))
  serve(app, showReadiness, async (_call, _request, reply) => {
    const [database, storage, space, jobs] = await Promise.all([
      checkDatabase(),
      checkStorage(),
      checkSpace(),
      checkJobs(),
    ])
    const checks = { serving: !draining, database, storage, space, jobs }
    const isReady = Object.values(checks).every(Boolean)
    reply.status(isReady ? 200 : 503)
    return { status: isReady ? 'ok' : 'unavailable', checks }
  })
  return {
    drain() {
      draining = true
    },
  }
}

/** Limits a check's duration: false while it hangs. Concurrent calls share one run, so that hanging checks do not accumulate. */
const withTimeout = (check: () => Promise<unknown>): (() => Promise<boolean>) => {
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
