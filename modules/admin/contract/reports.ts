import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  SuccessMessage,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { abuseReasons } from '../../sharing/contract.ts'
import { maxReasonLength } from './user-bulk.ts'

/** A visitor's report of a link. */
export const AbuseReport = object({
  id: integer(),
  item_name: string(),
  reason: oneOf(abuseReasons),
  message: nullable(string()),
  /** The reporter's email. */
  email: nullable(string()),
  created_at: timestamp(),
  /** The owner of the link. */
  owner: object({ id: uuid(), name: string(), email: string() }),
  /** False: the link was deleted meanwhile. */
  link_exists: boolean(),
  resolution: nullable(oneOf(['link-closed', 'owner-suspended', 'dismissed'])),
  resolved_at: nullable(timestamp()),
})
export type AbuseReport = Static<typeof AbuseReport>

export const AbuseReportPage = object({ data: array(AbuseReport), meta: object({ next: nullable(string()) }) })
export type AbuseReportPage = Static<typeof AbuseReportPage>

export const ReportQuery = object({
  state: optional(oneOf(['open', 'resolved'])),
  before: optional(string({ pattern: '^\\d{1,18}$' })),
})
export type ReportQuery = Static<typeof ReportQuery>

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'List reports of links by visitors, the newest first',
  access: 'admin',
  scope: 'account',
  query: ReportQuery,
  response: { 200: AbuseReportPage },
  errors: [],
})

export const reportActions = ['close-link', 'suspend', 'dismiss'] as const
export type ReportAction = (typeof reportActions)[number]

/** `suspend` suspends the owner of the link. Reports of the same link or owner are resolved with it. */
export const resolveReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id',
  summary: 'Resolve a report: close the link, suspend its owner, or dismiss it',
  access: 'admin',
  scope: 'account',
  params: object({ id: string({ pattern: '^\\d{1,18}$' }) }),
  /** `reason`: of a suspension, stored with the account; default: the name of the reported item. */
  body: object({ action: oneOf(reportActions), reason: optional(string({ maxLength: maxReasonLength })) }),
  response: { 200: SuccessMessage },
  errors: ['admin.own-account', 'users.last-admin'],
})
