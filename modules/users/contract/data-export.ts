import { content, endpoint, nullable, object, oneOf, type Static, timestamp } from '../../shared/contract.ts'

/** Days for which a prepared export can be downloaded. */
export const exportDays = 7

/** Beginning of the name of a downloaded export, before its date: the files screens offer to import such files. */
export const exportFileName = 'account-export'

/** Realtime event: the export of the account can be downloaded. */
export const exportReady = 'export-ready'

export const DataExport = object({
  status: oneOf(['preparing', 'ready']),
  requested_at: timestamp(),
  /** Null while it is being prepared. */
  expires_at: nullable(timestamp()),
})
export type DataExport = Static<typeof DataExport>

/**
 * Prepares an export of all data of the account in the background; an email follows. Requires a confirmed password
 * (423).
 */
export const requestExport = endpoint({
  method: 'POST',
  path: '/api/user/export',
  summary: 'Prepare an export of all own data',
  access: 'session',
  scope: 'account',
  response: { 202: object({ data: DataExport }) },
  errors: ['users.password-confirmation-required', 'platform.too-many-attempts'],
})

export const showExport = endpoint({
  method: 'GET',
  path: '/api/user/export',
  summary: 'Read the state of the export',
  access: 'session',
  scope: 'account',
  response: { 200: object({ data: nullable(DataExport) }) },
  errors: [],
})

/**
 * A zip with the files in their folders, `items.json`, all other data as JSON in `data/`, `manifest.json` and the account's
 * picture. A file whose content is missing is replaced by a text `….MISSING.txt` and listed in `missing.json`. The zip is
 * written while it is sent: its length is unknown.
 */
export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/user/export/download',
  summary: 'Download the prepared export',
  access: 'session',
  scope: 'account',
  response: { 200: content('application/zip', ['content-disposition']) },
  errors: ['platform.not-found', 'users.export-downloading'],
})
