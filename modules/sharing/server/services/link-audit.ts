import { type Audit, maskEmail, sha256, type Tx } from '../../../platform/index.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'
import { auditChangedTerms } from './terms-audit.ts'

/** Columns that do not decide who may open a link: its identity, texts for its owner, and counters. */
type NotAudited =
  | 'id'
  | 'owner_id'
  | 'item_id'
  | 'token_encrypted'
  | 'label'
  | 'expires_in_hours'
  | 'allow_indexing'
  | 'notify_on_download'
  | 'created_at'
  | 'updated_at'
  | 'read_at'
  | 'is_folder'
  | 'item_name'
  | 'parent_id'
  | 'downloads'
  | 'opened'

/**
 * Hash in place of a slug, which shows whether the slug has changed: a slug opens its link as the token does. `id`: of its
 * link, or of the account for which it is kept.
 */
export const auditedSlug = (id: string, slug: string): string => sha256(`${id}/${slug}`).toString('hex').slice(0, 8)

/** Terms of a link: who may open it, how often, and for what. Never a token or a password. */
const accessTerms = (share: OwnedShareLinkRow): Record<string, unknown> => {
  /** Name and value in the entry, by column. */
  const terms: Record<Exclude<keyof OwnedShareLinkRow, NotAudited>, [name: string, value: unknown]> = {
    permission: ['permission', share.permission],
    password_hash: ['protected', share.password_hash !== null],
    password_version: ['password_version', share.password_version],
    require_email_code: ['verified', share.require_email_code],
    recipients: ['recipients', share.recipients.map(({ email }) => maskEmail(email))],
    allow_download: ['download', share.allow_download],
    max_downloads: ['max_downloads', share.max_downloads],
    expires_at: ['expires_at', share.expires_at],
    slug: ['custom_link', share.slug && auditedSlug(share.id, share.slug)],
  }
  return Object.fromEntries(Object.values(terms))
}

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

/** Records the terms of a link before and after a change; nothing when they are the same. */
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
