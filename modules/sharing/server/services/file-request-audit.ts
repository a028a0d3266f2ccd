import { type Audit, maskEmail, type Tx } from '../../../platform/index.ts'
import type { FileRequestRow } from '../file-request.row.ts'
import { auditChangedTerms } from './terms-audit.ts'

type AuditedRow = Omit<FileRequestRow, 'late'>

/** Columns that do not decide who may send files: identity, texts, and counts of received files. */
type NotAudited =
  | 'id'
  | 'owner_id'
  | 'token_encrypted'
  | 'parent_id'
  | 'folder_id'
  | 'name'
  | 'title'
  | 'message'
  | 'emails'
  | 'folder_per_uploader'
  | 'received_files'
  | 'received_bytes'
  | 'last_upload_at'
  | 'closed_at'
  | 'created_at'
type Terms = Record<Exclude<keyof AuditedRow, NotAudited> | 'recipients', unknown>

/** Terms of a request: who may send files, how many, and who sees them. */
const terms = (row: AuditedRow): Terms => ({
  status: row.status,
  recipients: row.emails.map(maskEmail),
  expires_at: row.expires_at,
  grace_minutes: row.grace_minutes,
  auto_close: row.auto_close,
  max_files: row.max_files,
  max_file_size: row.max_file_size,
  accepted_types: row.accepted_types,
  require_name: row.require_name,
  require_email: row.require_email,
  visibility: row.visibility,
  allow_uploader_close: row.allow_uploader_close,
})

/** Records a request that was created or revoked. */
export const auditFileRequest = (
  audit: Audit,
  tx: Tx,
  actorId: string | null,
  action: 'created' | 'revoked',
  row: AuditedRow,
): Promise<void> =>
  audit(
    { actorId, action: `sharing.request.${action}`, target: row.id, details: { folder: row.parent_id, ...terms(row) } },
    tx,
  )

/** Records the terms before and after a change, which may close or reopen it; nothing when they are the same. */
export const auditFileRequestChange = (
  audit: Audit,
  tx: Tx,
  actorId: string | null,
  was: AuditedRow,
  is: AuditedRow,
): Promise<void> =>
  auditChangedTerms(audit, tx, {
    actorId,
    action: 'sharing.request.changed',
    target: is.id,
    details: { folder: is.parent_id },
    before: terms(was),
    after: terms(is),
  })
