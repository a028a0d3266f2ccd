import { array, boolean, endpoint, integer, nullable, object, type Static, string } from '../../shared/contract.ts'
import { TrafficDay } from '../../storage/contract.ts'
import { NewestUsers, UserCounts } from './users.ts'

/** Bytes of the last days, in ascending order, today last. */
const Traffic = object({ total: integer(), records: array(TrafficDay) })

/** Figures of the whole installation; sizes in bytes. */
export const Dashboard = object({
  users: UserCounts,
  disk: object({
    /** Stored by all accounts, trash included. */
    used: integer(),
    upload: Traffic,
    download: Traffic,
  }),
  app: object({
    version: string(),
    /** Whether the jobs of the last minutes have run. */
    cron: object({ isRunning: boolean() }),
    /** Received at payment gateways, formatted, by currency; null while there are no subscriptions. */
    earnings: nullable(array(string())),
  }),
})
export type Dashboard = Static<typeof Dashboard>

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
