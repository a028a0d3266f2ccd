import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  number,
  object,
  record,
  type Static,
  SuccessMessage,
  string,
  timestamp,
} from '../../shared/contract.ts'

/** Megabytes, maybe a part of one, or seconds; 0: without a limit. */
const Limit = object({ current: number(), minimal: integer(), status: boolean() })

/** State of the server. The HTTP contract has given the names, which are PHP's; the values are Node's. */
export const ServerStatus = object({
  writable: object({ bootstrap: boolean(), storage: boolean(), env: boolean() }),
  /** Requirement → true when it is met. */
  modules: record(string(), boolean()),
  ini: object({
    upload_max_filesize: Limit,
    post_max_size: Limit,
    memory_limit: Limit,
    max_execution_time: Limit,
  }),
  /** Version of Node.js, under the contract's name. */
  php_version: object({ acceptable: boolean(), current: string(), minimal: string() }),
  /** Names for `GET /admin/log/{name}`, newest first. */
  logs: array(string()),
  /** Ids of the newest backups. */
  backups: array(string()),
  cron: object({
    /** True when no job is late. */
    running: boolean(),
    /** Time up to which all due jobs have run. */
    lastUpdate: nullable(timestamp()),
    command: object({ shared: string(), vps: string() }),
  }),
})
export type ServerStatus = Static<typeof ServerStatus>

export const showStatus = endpoint({
  method: 'GET',
  path: '/api/admin/status',
  summary: 'Read the state of the server',
  access: 'admin',
  scope: 'account',
  response: { 200: ServerStatus },
  errors: [],
})

/** Every process reads settings and texts again, and renders pages again. It changes nothing that is stored. */
export const flushCache = endpoint({
  method: 'GET',
  path: '/api/admin/settings/flush-cache',
  summary: 'Clear the caches of settings, texts and pages',
  access: 'admin',
  scope: 'account',
  changesByGet: true,
  response: { 200: SuccessMessage },
  errors: [],
})
