import { freemem, totalmem } from 'node:os'
import type { Platform } from '../../platform/index.ts'
import { formatMegabytes } from '../../shared/contract.ts'
import type { StatusRow } from '../contract.ts'

const minNodeMajor = 22
const minMemoryBytes = 200e6
const minSpaceBytes = 2e9
const minPostgres = 150_000
const maxClockSkewMs = 30_000

const size = (bytes: number) => formatMegabytes(bytes / 1e6, 'en')
const databaseSql = `select current_setting('server_version_num')::int as number,
  split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as now`

/** What an instance needs before it is set up. Texts: `installer:status.{id}`. */
export const readStatus = async ({ db, blobs, config }: Platform): Promise<StatusRow[]> => {
  const { free } = await blobs.space()
  const memory = Math.min(process.availableMemory() || freemem(), totalmem())
  const [found] = await db.query<{ number: number; version: string; now: Date }>(databaseSql).catch(() => [])
  const skewMs = found ? Math.abs(found.now.getTime() - Date.now()) : Number.POSITIVE_INFINITY
  return [
    { id: 'node', isOk: Number.parseInt(process.versions.node, 10) >= minNodeMajor, value: process.versions.node },
    { id: 'folder', isOk: await blobs.probe(), value: config.dataDir },
    { id: 'space', isOk: free >= minSpaceBytes, value: size(free) },
    { id: 'memory', isOk: memory >= minMemoryBytes, value: size(memory) },
    { id: 'database', isOk: (found?.number ?? 0) >= minPostgres, value: found ? `PostgreSQL ${found.version}` : '' },
    {
      id: 'clock',
      isOk: skewMs <= maxClockSkewMs,
      value: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
  ]
}
