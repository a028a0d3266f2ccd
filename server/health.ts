import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../modules/platform/index.ts'
import { boolean, endpoint, object, string } from '../modules/shared/contract.ts'

const ping = endpoint({ method: 'GET', path: '/api/ping', access: 'public', response: { 200: null } })
const live = endpoint({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  response: { 200: object({ status: string() }) },
})
const Readiness = object({
  status: string(),
  checks: object({
    /** False while it drains. */
    serving: boolean(),
    database: boolean(),
    /** A small file could be written, synced and removed. */
    storage: boolean(),
    /** Room above the reserve (SECURITY.md §4). */
    space: boolean(),
    /** No job waits for long. */
    jobs: boolean(),
  }),
})
const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  response: { 200: Readiness, 503: Readiness },
})

/** Seconds. */
const longestWait = 900

/** `/health/live`, `/health/ready` and `/api/ping`. Draining turns ready to 503 at once; each check is true when well. */
export const registerHealth = (app: FastifyInstance, platform: Platform) => {
  let draining = false
  serve(app, ping, async (_call, _request, reply) => reply.type('text/plain').send('pong') as never)
  serve(app, live, async () => ({ status: 'ok' }))
  serve(app, ready, async (_call, _request, reply) => {
    const { db, blobs, jobs } = platform
    const checks = {
      serving: !draining,
      database: await works(db.query('select 1')),
      storage: await blobs.probe(),
      space: await works(blobs.ensureRoom(0)),
      jobs: await works(jobs.overdue().then((seconds) => assert.ok(seconds < longestWait))),
    }
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

const works = (deed: Promise<unknown>): Promise<boolean> =>
  deed.then(
    () => true,
    () => false,
  )
