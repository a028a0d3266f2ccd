import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { localBlobs, Translations } from '../../../../platform/index.ts'
import { type HealthCheckId, healthOutcomes } from '../../../contract.ts'
import type { HealthChecks, HealthDeps } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { serverChecks } from './server-checks.ts'
import { workChecks } from './work-checks.ts'

const timeSyncFolders = { running: testFolder(t), synchronized: testFolder(t) }
writeFileSync(join(timeSyncFolders.synchronized, 'synchronized'), '')

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

interface World {
  connections?: { used: number; max: number }
  clockHours?: number
  /** Difference to the clock of the object store. */
  clockOffsetMs?: number
  timeSync?: 'running' | 'synchronized'
  space?: { free: number; total: number; reserve: number } | null
  stores?: boolean
  appUrl?: string
  host?: string
  proxies?: string[]
  overridden?: boolean
  overdue?: number
  jobs?: { name: string; failed: number; waiting: number; oldest_at?: Date }[]
  mail?: string
  fsck?: { findings: number; named: string[]; at: Date } | null
  memory?: number
  paused?: boolean
  lacksCountry?: boolean
  engine?: string
}

/** All checks of an installation that is well but for what is given. */
const checksOf = ({
  connections = { used: 5, max: 100 },
  clockHours = 0,
  space = { free: 50, total: 100, reserve: 5 },
  stores = true,
  ...world
}: World): HealthChecks => {
  const deps = {
    platform: {
      db: { query: async () => [{ ...connections, bytes: 1, now: hoursAgo(clockHours) }] },
      blobs: { space: async () => space, probe: async () => stores, clockOffsetMs: () => world.clockOffsetMs ?? 0 },
      config: {
        appUrl: world.appUrl ?? 'https://files.example.org',
        host: world.host ?? '127.0.0.1',
        isAppUrlOverridden: world.overridden ?? false,
        trustedProxies: world.proxies ?? ['127.0.0.1'],
      },
      jobs: { queue: { overdueSeconds: async () => world.overdue ?? 0, summary: async () => world.jobs ?? [] } },
      mailer: { promptCheck: async () => world.mail ?? 'smtp' },
      settings: { get: async () => world.paused ?? false },
    },
    maintenance: {
      lastCheck: async () => (world.fsck === undefined ? { findings: 0, named: [], at: hoursAgo(1) } : world.fsck),
    },
    billing: {
      engine: async () => world.engine ?? 'fixed',
      lacksSellerCountry: async () => world.lacksCountry ?? false,
    },
    version: '1.0.0',
    timeSyncFolder: world.timeSync ? timeSyncFolders[world.timeSync] : '/nonexistent',
  } as unknown as HealthDeps
  return { ...databaseChecks(deps), ...serverChecks(deps), ...workChecks(deps) }
}

const local = 'http://localhost:3000'
/** Situation → outcome with its state. */
const rows: [HealthCheckId, World, outcome: string, state: string][] = [
  ['database', {}, 'ok', 'ok'],
  ['database', { connections: { used: 80, max: 100 } }, 'ok', 'ok'],
  ['database', { connections: { used: 81, max: 100 } }, 'connections', 'warning'],
  ['clock', {}, 'ok', 'ok'],
  ['clock', { clockHours: 1 }, 'skewed', 'warning'],
  ['clock', { clockHours: -1 }, 'skewed', 'warning'],
  ['clock', { clockOffsetMs: 20_000, timeSync: 'synchronized' }, 'ok', 'ok'],
  ['clock', { clockOffsetMs: -86_400_000 }, 'wrong', 'warning'],
  ['clock', { timeSync: 'running' }, 'unsynchronized', 'warning'],
  ['disk', {}, 'ok', 'ok'],
  ['disk', { space: null }, 'unmeasured', 'ok'],
  ['disk', { space: { free: 9, total: 100, reserve: 5 } }, 'low', 'warning'],
  ['disk', { space: { free: 4, total: 100, reserve: 5 } }, 'full', 'error'],
  ['storage', {}, 'ok', 'ok'],
  ['storage', { stores: false }, 'broken', 'error'],
  ['memory', {}, 'ok', 'ok'],
  ['memory', { memory: 100e6 }, 'low', 'warning'],
  ['queue', { jobs: [{ name: 'mail', failed: 0, waiting: 9 }] }, 'ok', 'ok'],
  ['queue', { overdue: 60 }, 'ok', 'ok'],
  ['queue', { overdue: 61 }, 'late', 'warning'],
  ['queue', { overdue: 901 }, 'stuck', 'error'],
  ['queue', { jobs: [{ name: 'zip', failed: 1, waiting: 0 }] }, 'failed', 'warning'],
  ['mail', {}, 'ok', 'ok'],
  ['mail', { jobs: [{ name: 'zip', failed: 1, waiting: 0 }] }, 'ok', 'ok'],
  ['mail', { jobs: [{ name: 'mail', failed: 1, waiting: 0 }] }, 'failed', 'warning'],
  ['mail', { jobs: [{ name: 'mail', failed: 0, waiting: 2, oldest_at: hoursAgo(1) }] }, 'late', 'warning'],
  ['mail', { jobs: [{ name: 'mail', failed: 0, waiting: 2, oldest_at: hoursAgo(0.1) }] }, 'ok', 'ok'],
  ['mail', { mail: 'slow' }, 'slow', 'warning'],
  ['mail', { mail: 'slow', jobs: [{ name: 'mail', failed: 1, waiting: 0 }] }, 'failed', 'warning'],
  [
    'mail',
    { mail: 'slow', jobs: [{ name: 'mail', failed: 0, waiting: 2, oldest_at: hoursAgo(1) }] },
    'late',
    'warning',
  ],
  ['mail', { mail: 'files' }, 'files', 'warning'],
  ['mail', { mail: 'paused' }, 'paused', 'warning'],
  ['payments', {}, 'unused', 'ok'],
  ['payments', { paused: true, lacksCountry: true }, 'paused', 'warning'],
  ['payments', { lacksCountry: true }, 'noCountry', 'warning'],
  ['payments', { lacksCountry: true, engine: 'none' }, 'unused', 'ok'],
  ['mail', { mail: 'unreachable' }, 'down', 'error'],
  ['fsck', {}, 'ok', 'ok'],
  ['fsck', { fsck: null }, 'none', 'warning'],
  ['fsck', { fsck: { findings: 0, named: [], at: hoursAgo(9 * 24 + 2) } }, 'late', 'warning'],
  ['fsck', { fsck: { findings: 3, named: [], at: hoursAgo(1) } }, 'findings', 'error'],
  ['address', {}, 'ok', 'ok'],
  ['address', { appUrl: local }, 'ok', 'ok'],
  ['address', { appUrl: local, host: '0.0.0.0' }, 'local', 'warning'],
  ['address', { appUrl: 'http://files.example.org' }, 'insecure', 'warning'],
  ['address', { proxies: [] }, 'proxy', 'warning'],
  ['address', { overridden: true }, 'overridden', 'warning'],
]

for (const [id, world, outcome, state] of rows)
  t.test(`health: ${id} is ${outcome} with ${JSON.stringify(world)}`, async (t) => {
    const { availableMemory, constrainedMemory } = process
    t.teardown(() => Object.assign(process, { availableMemory, constrainedMemory }))
    process.availableMemory = () => world.memory ?? 1e9
    process.constrainedMemory = () => 2e9
    const [found] = await checksOf(world)[id]()
    t.equal(found, outcome)
    t.equal((healthOutcomes[id] as Record<string, string>)[found], state)
  })

t.test('health: the step names the command of the installation', async (t) => {
  const { COFFER_COMMAND } = process.env
  t.teardown(() => Object.assign(process.env, { COFFER_COMMAND: COFFER_COMMAND ?? 'npm run cli --' }))
  process.env.COFFER_COMMAND = 'coffer'
  const [, values] = await checksOf({ fsck: { findings: 3, named: [], at: hoursAgo(1) } }).fsck()
  const texts = new Translations().translator('en')
  t.equal(
    texts('admin:health.fsck.findings.step', values as Record<string, string>),
    'Run coffer fsck --deep to list them, and coffer fsck --repair to set wrong counters right.',
  )
})

t.test('health: of each of these checks every outcome has a row, but for failures and measured time', async (t) => {
  for (const id of new Set(rows.map(([id]) => id))) {
    const all = Object.keys(healthOutcomes[id]).filter(
      (name) => name !== 'unknown' && (!['slow', 'down'].includes(name) || id === 'mail'),
    )
    t.strictSame(new Set(rows.filter(([one]) => one === id).map(([, , outcome]) => outcome)), new Set(all), id)
  }
})

t.test('health: a changed order of names is noticed', async (t) => {
  const server = { number: 180_000, version: '18.0', extensions: ['pg_trgm', 'unaccent'] }
  const checks = (changed: object[]) =>
    databaseChecks({
      platform: {
        db: {
          query: async (sql: string) => (sql.includes('pg_collation') ? changed : [server]),
          orm: { migrator: { getPending: async () => [] } },
        },
      },
    } as unknown as HealthDeps)
  t.match(await checks([]).schema(), ['ok'])
  t.strictSame(await checks([{ before: '1', now: '2' }]).schema(), ['collation', { before: '1', now: '2' }])
})

t.test('health: backups are lost with the files or the database only where these are on their disk', async (t) => {
  const dataDir = testFolder(t)
  for (const part of ['blobs', 'postgres']) mkdirSync(join(dataDir, part))
  const backups = { last: null, success: { at: hoursAgo(1), damaged: 0, folder: dataDir } }
  const [bucket, databaseUrl] = ['s3://key:secret@host/bucket', 'postgres://host/coffer']
  for (const [config, outcome] of [
    [{ blobUrl: localBlobs, databaseUrl }, 'sameDisk'],
    [{ blobUrl: bucket, databaseUrl: null }, 'databaseDisk'],
    [{ blobUrl: bucket, databaseUrl }, 'ok'],
  ] as const) {
    const deps = {
      platform: { config: { dataDir, ...config }, settings: { get: async () => 24 } },
      maintenance: {
        history: { backups: async () => backups },
        lastBackup: async () => backups.success,
        backupTarget: async () => dataDir,
        backupDamage: async () => ({ torn: null, damaged: 0 }),
      },
    } as unknown as HealthDeps
    const [found] = await workChecks(deps).backup()
    t.equal(found, outcome)
  }
})
