import type { AdminTransaction } from '../../billing/contract.ts'
import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
} from '../../shared/contract.ts'
import { TrafficDay } from '../../storage/contract.ts'
import type { Health } from './health.ts'
import { NewestUsers, UserCounts } from './users.ts'

/** Bytes of the last days, in ascending order, today last. */
const Traffic = object({ total: integer(), records: array(TrafficDay) })

const figureIds = ['users', 'storage', 'traffic', 'jobs', 'earnings'] as const
export type FigureId = (typeof figureIds)[number]

/** Figures of the whole installation; sizes in bytes. One that could not be read is null and named in `failed`. */
export const Dashboard = object({
  users: nullable(UserCounts),
  disk: object({
    /** Stored by all accounts, trash included. */
    used: nullable(integer()),
    upload: nullable(Traffic),
    download: nullable(Traffic),
  }),
  app: object({
    version: string(),
    /** Whether the jobs of the last minutes have run. */
    cron: object({ isRunning: nullable(boolean()) }),
    /** Received at payment gateways, formatted, by currency; null while there are no subscriptions. */
    earnings: nullable(array(string())),
  }),
  /** `reason`: of the database or the code, in English. */
  failed: array(object({ figure: oneOf(figureIds), reason: string() })),
})
export type Dashboard = Static<typeof Dashboard>

/** What the first page shows. Each part is null when it could not be read; the others are shown nevertheless. */
export interface Overview {
  dashboard: Dashboard | null
  newest: NewestUsers | null
  /** Null also while a check hangs: the page asks for it again by itself. */
  health: Health | null
  /** Number of reports of abuse that wait for an administrator. */
  reports: number | null
  /** `[]` too while accounts are not billed. */
  transactions: AdminTransaction[] | null
  /** Accounts are metered, but there is no plan to charge them by. */
  lacksPlan: boolean
}

export const showDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Read the figures of the installation',
  access: 'admin',
  scope: 'account',
  response: { 200: Dashboard },
  errors: [],
})

export const listNewestUsers = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/newbies',
  summary: 'List the newest accounts',
  access: 'admin',
  scope: 'account',
  response: { 200: NewestUsers },
  errors: [],
})
