import { type Audit, maskEmail, sha256, type Tx } from '../../../platform/index.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'
import { auditChangedTerms } from './terms-audit.ts'

/** What decides who may open a link, how often, and for what. Never a token or a password. */
const accessTerms = (share: OwnedShareLinkRow) => ({
  permission: share.permission,
  protected: share.password_hash !== null,
  password_version: share.password_version,
  verified: share.require_email_code,
  recipients: share.recipients.map(({ email }) => maskEmail(email)),
  download: share.allow_download,
  max_downloads: share.max_downloads,
  expires_at: share.expires_at,
  // Opens the link as its token does: only whether it is another one is told.
  custom_link: share.slug && sha256(`${share.id}/${share.slug}`).toString('hex').slice(0, 8),
})

/** Records links that were created or revoked. */
export const auditLinks = async (
  audit: Audit,
  tx: Tx,
  actorId: string | null,
  action: 'created' | 'revoked',
  shares: readonly OwnedShareLinkRow[],
): Promise<void> => {
  for (const share of shares) {
    const details = { item: share.item_id, ...accessTerms(share) }
    await audit({ actorId, action: `sharing.link.${action}`, target: share.id, details }, tx)
  }
}

/** Records who may open a link before and after a change; nothing when that is the same. */
export const auditLinkChange = (
  audit: Audit,
  tx: Tx,
  actorId: string | null,
  was: OwnedShareLinkRow,
  is: OwnedShareLinkRow,
): Promise<void> =>
  auditChangedTerms(audit, tx, {
    actorId,
    action: 'sharing.link.changed',
    target: is.id,
    details: { item: is.item_id },
    before: accessTerms(was),
    after: accessTerms(is),
  })
