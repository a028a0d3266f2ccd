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

/** Figures of the whole installation; sizes in bytes. A figure that could not be read is null and named in `failed`. */
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
    /** True when the jobs of the last minutes have run. */
    cron: object({ isRunning: nullable(boolean()) }),
    /** Received at payment gateways, formatted, by currency; null while there are no subscriptions. */
    earnings: nullable(array(string())),
  }),
  /** `reason`: of the database or the code, in English. */
  failed: array(object({ figure: oneOf(figureIds), reason: string() })),
})
export type Dashboard = Static<typeof Dashboard>

/** Data of the first page. A part that could not be read is null; the others are shown. */
export interface Overview {
  dashboard: Dashboard | null
  newest: NewestUsers | null
  /** Null also when a check takes too long: the page then asks for the health again. */
  health: Health | null
  /** Number of reports of abuse that wait for an administrator. */
  reports: number | null
  /** `[]` when accounts are not billed. */
  transactions: AdminTransaction[] | null
  /** True when accounts are metered without a plan that charges them. */
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
