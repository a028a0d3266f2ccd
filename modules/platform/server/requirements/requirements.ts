import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { formatMegabytes } from '../../../shared/contract.ts'
import type { Platform } from '../platform.ts'
import { readOnlyFolders } from './folders.ts'
import {
  connectionsPerWorker,
  maxClockSkewMs,
  minConnections,
  minPostgres,
  missingExtensions,
  type ServerVersion,
  serverVersionSql,
} from './limits.ts'
import { checkPorts } from './ports.ts'

export interface Requirement {
  id: 'node' | 'folder' | 'space' | 'memory' | 'database' | 'extensions' | 'clock' | 'port' | 'mail'
  isOk: boolean
  /** False: the instance runs without it. */
  isRequired: boolean
  /** The version, size, path or `host:port` that the check read. */
  value: string
}

const minNodeMajor = 22
const minMemoryBytes = 200e6
const minSpaceBytes = 2e9

const hostOf = (url: string) => URL.parse(url)?.host ?? ''

/**
 * Checks of the server that an instance runs on. `isRunning`: whether the server runs, which then occupies the ports.
 * `locale`: language of the sizes; English for the command line.
 */
export const readRequirements = async (
  { db, blobs, config, mailer }: Pick<Platform, 'db' | 'blobs' | 'config' | 'mailer'>,
  { isRunning, locale = 'en' }: { isRunning: boolean; locale?: string },
): Promise<Requirement[]> => {
  const [space, readOnly, canStore, [found], ports, mail] = await Promise.all([
    blobs.space(),
    readOnlyFolders(config.dataDir),
    blobs.probe(),
    // Without a database the checks about it fail, and the others still show.
    db.query<ServerVersion>(serverVersionSql).catch(() => []),
    checkPorts(config, { isRunning }),
    mailer.check(),
  ])
  const size = (bytes: number) => formatMegabytes(bytes / 1e6, locale)
  const memory = Math.min(process.availableMemory() || freemem(), totalmem())
  const skewMs = found ? Math.abs(found.now.getTime() - Date.now()) : Number.POSITIVE_INFINITY
  const missing = found ? missingExtensions(found) : []
  const rows: Omit<Requirement, 'isRequired'>[] = [
    { id: 'node', isOk: Number.parseInt(process.versions.node, 10) >= minNodeMajor, value: process.versions.node },
    {
      id: 'folder',
      isOk: canStore && readOnly.length === 0,
      value: readOnly.length > 0 ? readOnly.join(', ') : config.dataDir,
    },
    { id: 'space', isOk: !space || space.free >= minSpaceBytes, value: space ? size(space.free) : '' },
    { id: 'memory', isOk: memory >= minMemoryBytes, value: size(memory) },
    {
      id: 'database',
      isOk:
        found !== undefined &&
        found.number >= minPostgres &&
        found.connections >= minConnections + (config.workers - 1) * connectionsPerWorker,
      value: found ? `PostgreSQL ${found.version}, max_connections = ${found.connections}` : '',
    },
    {
      id: 'extensions',
      isOk: found !== undefined && missing.length === 0,
      value: (found?.extensions ?? []).filter((name) => name !== 'plpgsql').join(', '),
    },
    {
      id: 'clock',
      isOk: skewMs <= maxClockSkewMs,
      value: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
    { id: 'port', ...ports },
    {
      id: 'mail',
      isOk: mail !== 'unreachable',
      value: mail === 'files' ? join(config.dataDir, 'mail') : hostOf(config.mailUrl ?? ''),
    },
  ]
  return rows.map((row) => ({ ...row, isRequired: row.id !== 'mail' }))
}
