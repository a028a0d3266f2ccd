import {
  array,
  boolean,
  content,
  endpoint,
  integer,
  listQuery,
  nullable,
  object,
  oneOf,
  type Static,
  string,
  timestamp,
  uuid,
} from '../../shared/contract.ts'
import { tokenParams } from './tokens.ts'

const AccessLogEntry = object({
  id: integer(),
  occurred_at: timestamp(),
  action: oneOf(['opened', 'downloaded', 'uploaded']),
  /** Identifies a browser; empty: `visitor_count` browsers that are not distinguished. */
  visitor: string(),
  visitor_count: integer(),
  recipient: nullable(string()),
  item: nullable(object({ id: nullable(uuid()), name: string() })),
  bytes: integer(),
  completed: boolean(),
  ip: nullable(string()),
})
export type AccessLogEntry = Static<typeof AccessLogEntry>

/** Visits, downloads and uploads by a link, newest first. */
export const listAccessLog = endpoint({
  method: 'GET',
  path: '/api/share/:token/log',
  summary: 'List who used a share link',
  access: 'session',
  params: tokenParams(),
  query: object({ cursor: listQuery.cursor, per_page: listQuery.per_page }),
  response: { 200: object({ data: array(AccessLogEntry), meta: object({ next_cursor: nullable(string()) }) }) },
  errors: ['sharing.share-not-found', 'sharing.invalid-cursor'],
})

export const exportAccessLog = endpoint({
  method: 'GET',
  path: '/api/share/:token/log.csv',
  summary: 'Download who used a share link, as CSV',
  access: 'session',
  params: tokenParams(),
  response: { 200: content('text/csv', ['content-disposition', 'cache-control']) },
  errors: ['sharing.share-not-found'],
})
