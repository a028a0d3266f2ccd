import type { Tx } from '../../../platform/index.ts'
import { type Grant, storageErrors } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import { isLinkOpenSql, type ShareLinkRow } from '../share-link.row.ts'

/**
 * A visitor's authorization, for work that goes on after the response. Storage stores it as JSON: fields keep their names.
 */
export type ShareGrant = Grant & {
  kind: 'share'
  /** Id of the link. */
  share: string
  /** The link's `password_version` at that time. */
  version: number
  visitor: string
  /** Id of the verified recipient. */
  recipient: string | null
  /** IP as the access log may store it. */
  address: string | null
}

type LockedShare = Pick<ShareLinkRow, 'permission' | 'password_version' | 'require_email_code'> & {
  open: boolean
  has_password: boolean
}

/**
 * Locks the link's row until the transaction of an editor ends. A revocation or change waits for the lock: after its
 * response nothing is changed by the old permission. 404 for a link that is revoked or expired, 403 when it is for
 * visitors only by now, or locked again for this visitor.
 */
export const lockShare = async (tx: Tx, { share, version, recipient }: ShareGrant): Promise<void> => {
  const [link] = await tx.query<LockedShare>(
    `select s.permission, s.password_version, s.require_email_code, s.password_hash is not null as has_password,
       ${isLinkOpenSql('s')} as open from shares s where s.id = $1 for share`,
    [share],
    'sharing.lock-share',
  )
  if (!link?.open) throw sharingErrors.fail('share-not-found')
  if (link.permission !== 'editor') throw storageErrors.fail('forbidden')
  if (link.has_password && link.password_version !== version) throw sharingErrors.fail('share-locked')
  if (link.require_email_code) await requireRecipient(tx, share, recipient)
}

/** Read after the link's row was locked, which a removal of a recipient locks too. */
const requireRecipient = async (tx: Tx, share: string, recipient: string | null): Promise<void> => {
  const text = 'select 1 from share_recipients where id = $1 and share_id = $2 and verified_at is not null'
  const verified = await tx.query(text, [recipient, share], 'sharing.recipient-verified')
  if (verified.length === 0) throw sharingErrors.fail('share-locked')
}
