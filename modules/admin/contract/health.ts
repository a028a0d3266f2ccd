import {
  array,
  endpoint,
  number,
  object,
  oneOf,
  record,
  type Static,
  SuccessMessage,
  string,
  timestamp,
  union,
} from '../../shared/contract.ts'

export const healthStates = ['ok', 'warning', 'error'] as const
export type HealthState = (typeof healthStates)[number]

/** Health check → its outcomes, each with its state. Texts: `admin:health.{check}.{outcome}`. */
export const healthOutcomes = {
  database: { ok: 'ok', slow: 'warning', connections: 'warning', down: 'error' },
  schema: { ok: 'ok', pending: 'warning', extensions: 'error', old: 'error', collation: 'error', unknown: 'error' },
  /** `unmeasured`: the file system reports no size. */
  disk: { ok: 'ok', unmeasured: 'ok', low: 'warning', full: 'error' },
  storage: { ok: 'ok', broken: 'error' },
  memory: { ok: 'ok', low: 'warning' },
  clock: { ok: 'ok', skewed: 'warning', wrong: 'warning', unsynchronized: 'warning', unknown: 'error' },
  queue: { ok: 'ok', late: 'warning', failed: 'warning', stuck: 'error' },
  mail: {
    ok: 'ok',
    files: 'warning',
    paused: 'warning',
    failed: 'warning',
    late: 'warning',
    slow: 'warning',
    down: 'error',
  },
  backup: {
    ok: 'ok',
    none: 'warning',
    late: 'warning',
    sameDisk: 'warning',
    databaseDisk: 'warning',
    damaged: 'error',
    torn: 'error',
    failed: 'error',
    unknown: 'error',
  },
  fsck: { ok: 'ok', none: 'warning', late: 'warning', findings: 'error', unknown: 'error' },
  /** `unused`: there are no plans at gateways; the check is left out. */
  plans: { ok: 'ok', unused: 'ok', failed: 'warning' },
  /** `unused`: they are not paused; the check is left out. */
  payments: { unused: 'ok', paused: 'warning', noCountry: 'warning' },
  address: { ok: 'ok', insecure: 'warning', local: 'warning', overridden: 'warning', proxy: 'warning' },
  version: { ok: 'ok' },
} as const satisfies Record<string, Record<string, HealthState>>
export type HealthCheckId = keyof typeof healthOutcomes

export const HealthCheck = object({
  id: string(),
  state: oneOf(healthStates),
  /** One of `healthOutcomes`. */
  outcome: string(),
  /** Measured values, by name: bytes, seconds, milliseconds, counts. */
  values: record(string(), union([string(), number()])),
})
export type HealthCheck = Static<typeof HealthCheck>

/** Checks whose job administrators can start. */
export const startableChecks = ['backup', 'fsck'] as const

/** Jobs that administrators can start: the jobs of checks, and reading the newest backup. */
export const startableJobs = [...startableChecks, 'check-backup'] as const
export type StartableJob = (typeof startableJobs)[number]

/** `active`: startable jobs that run or wait to run. */
export const Health = object({
  data: array(HealthCheck),
  meta: object({ checked_at: timestamp(), active: array(oneOf(startableJobs)) }),
})
export type Health = Static<typeof Health>

export const showHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'Check database, disk, storage, memory, jobs, mail, backups and the public address',
  access: 'admin',
  scope: 'account',
  response: { 200: Health },
  errors: [],
})

/** The job runs in the background: `meta.active` of the health contains it until it ends, and the check has its outcome. */
export const startMaintenance = endpoint({
  method: 'POST',
  path: '/api/admin/maintenance/:job',
  summary: 'Make or verify a backup, or compare database and files, now',
  access: 'admin',
  scope: 'account',
  params: object({ job: oneOf(startableJobs) }),
  response: { 202: SuccessMessage },
  errors: ['admin.no-backup-target'],
})
