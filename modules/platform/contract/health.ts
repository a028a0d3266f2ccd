import { boolean, content, endpoint, object, string } from '../../shared/contract.ts'

export const ping = endpoint({
  method: 'GET',
  path: '/api/ping',
  summary: 'Answer `pong`',
  access: 'public',
  beforeSetup: true,
  response: { 200: content('text/plain') },
  errors: [],
})

export const live = endpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'Tell that the process runs',
  access: 'public',
  beforeSetup: true,
  response: { 200: object({ status: string() }) },
  errors: [],
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

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'Tell whether requests should be sent here, and why not',
  access: 'public',
  beforeSetup: true,
  response: { 200: Readiness, 503: Readiness },
  errors: [],
})
