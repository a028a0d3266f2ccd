import { connectionsPerWorker } from '../requirements/limits.ts'

const embeddedConnections = 60

/** Settings of the server for so many app processes. */
export const settingsForWorkers = (workers: number): Record<string, string> => ({
  max_connections: String(embeddedConnections + (workers - 1) * connectionsPerWorker),
})

/**
 * Settings for a small server that also runs the app: low memory use (app and database idle in 200 MiB) at full durability
 * (fsync, full_page_writes and synchronous_commit keep their safe defaults).
 */
const settings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  // In the data folder, which no other account may enter.
  unix_socket_directories: '.',
  max_connections: embeddedConnections,
  fsync: 'on',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: 1.1,
  jit: 'off',
  // No helper processes, which a small server does not need.
  io_method: 'sync',
  autovacuum_max_workers: 1,
  autovacuum_worker_slots: 2,
  max_logical_replication_workers: 0,
  max_worker_processes: 4,
  max_parallel_workers: 2,
  max_parallel_maintenance_workers: 1,
  max_wal_senders: 0,
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  checkpoint_timeout: '15min',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  TimeZone: 'UTC',
}

/** Command line arguments of the server; `overrides` replace built-in settings. */
export const serverArguments = (overrides: Record<string, string> = {}): string[] =>
  Object.entries({ ...settings, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
