import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '../../modules/platform/index.ts'
import type { StorageApi } from '../../modules/storage/index.ts'

interface GaugeSpec<Label extends string = never> {
  name: string
  help: string
  /** Figures of several app processes are added up; otherwise each reports the same. */
  isOfProcess?: boolean
  labelNames?: readonly Label[]
  /** Reads the present value; a failure leaves the gauge without one. */
  read(gauge: Gauge<Label>): unknown
}

const define = <Label extends string>(
  registers: Registry[],
  { name, help, isOfProcess = false, labelNames, read }: GaugeSpec<Label>,
): void => {
  new Gauge<Label>({
    name: `coffer_${name}`,
    help,
    labelNames: labelNames ?? [],
    registers,
    aggregator: isOfProcess ? 'sum' : 'max',
    async collect() {
      this.reset()
      try {
        await read(this)
      } catch {
        this.remove()
      }
    },
  })
}

/** Gauges that are read at each scrape: queue, database pool, blob store, uploads, sockets, backups. */
export const defineGauges = (
  registers: Registry[],
  { db, jobs, blobs, realtime }: Platform,
  { openUploads, maintenance, contentIndex }: StorageApi,
): void => {
  define(registers, {
    name: 'jobs',
    help: 'Jobs of the queue by name and state',
    labelNames: ['job', 'state'],
    read: async (gauge) => {
      const counts = new Map((await jobs.queue.summary()).map((job) => [job.name, job]))
      // Zeros are reported too: alerts do not work on a series that comes and goes.
      for (const job of new Set([...jobs.names, ...counts.keys()]))
        for (const state of ['waiting', 'running', 'failed'] as const)
          gauge.set({ job, state }, counts.get(job)?.[state] ?? 0)
    },
  })
  define(registers, {
    name: 'jobs_overdue_seconds',
    help: 'By how much the longest waiting job is late',
    read: async (gauge) => gauge.set(Math.max(await jobs.queue.overdueSeconds(), 0)),
  })
  define(registers, {
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting: requests without one',
    isOfProcess: true,
    labelNames: ['state'],
    read: (gauge) => {
      const { totalCount, idleCount, waitingCount } = db.pool
      gauge.set({ state: 'used' }, totalCount - idleCount)
      gauge.set({ state: 'idle' }, idleCount)
      gauge.set({ state: 'waiting' }, waitingCount)
    },
  })
  define(registers, {
    name: 'blob_store_bytes',
    help: 'Space of the blob store: free, total, and the reserve that uploads leave',
    labelNames: ['kind'],
    read: async (gauge) => {
      for (const [kind, bytes] of Object.entries((await blobs.space()) ?? {})) gauge.set({ kind }, bytes)
    },
  })
  define(registers, {
    name: 'blob_store_healthy',
    help: '1 while the blob store can be written',
    read: async (gauge) => gauge.set((await blobs.probe()) ? 1 : 0),
  })
  define(registers, {
    name: 'uploads_open',
    help: 'Uploads that have begun and not ended',
    read: async (gauge) => gauge.set(await openUploads.count()),
  })
  define(registers, {
    name: 'texts_unread',
    help: 'Files whose text has not been read for the search: yet, or after failed attempts',
    labelNames: ['state'],
    read: async (gauge) => {
      for (const [state, files] of Object.entries(await contentIndex.unread())) gauge.set({ state }, files)
    },
  })
  define(registers, {
    name: 'sockets_open',
    help: 'Open realtime sockets',
    isOfProcess: true,
    read: (gauge) => gauge.set(realtime.openSockets),
  })
  define(registers, {
    name: 'last_backup_timestamp_seconds',
    help: 'When the last successful backup ended, of the schedule where there is one; 0 without one',
    read: async (gauge) => gauge.set(((await maintenance.lastBackup())?.at.getTime() ?? 0) / 1_000),
  })
  define(registers, {
    name: 'check_findings',
    help: 'Damaged files, and differences that the last fsck found',
    read: async (gauge) => gauge.set((await maintenance.lastCheck())?.findings ?? 0),
  })
  define(registers, {
    name: 'database_pool_size',
    help: 'Largest number of connections of the pool',
    isOfProcess: true,
    read: (gauge) => gauge.set(db.pool.options.max),
  })
}
