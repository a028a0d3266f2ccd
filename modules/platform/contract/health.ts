import { boolean, content, endpoint, object, string } from '../../shared/contract.ts'

export const ping = endpoint({
  method: 'GET',
  path: '/api/ping',
  summary: 'Respond with `pong`',
  access: 'public',
  beforeSetup: true,
  response: { 200: content('text/plain') },
  errors: [],
})

export const showLiveness = endpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'Report that the process runs',
  access: 'public',
  beforeSetup: true,
  response: { 200: object({ status: string() }) },
  errors: [],
})

const Readiness = object({
  status: string(),
  checks: object({
    /** False while the process drains. */
    serving: boolean(),
    database: boolean(),
    /** Whether a small file could be written, synced and removed. */
    storage: boolean(),
    /** Whether free space is above the reserve (docs/security.md). */
    space: boolean(),
    /** Whether no job is late. */
    jobs: boolean(),
  }),
})

export const showReadiness = endpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'Report whether this process is ready for requests, by check',
  access: 'public',
  beforeSetup: true,
  response: { 200: Readiness, 503: Readiness },
  errors: [],
})
