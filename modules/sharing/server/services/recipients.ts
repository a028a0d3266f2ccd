import type { Audit, Db, Executor, Tx } from '../../../platform/index.ts'
import type { Scope } from '../../../storage/index.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import type { LinkTokens } from '../link-tokens.ts'
import { findShareLink, isLinkOpen, type OwnedShareLinkRow, ownedShareLinks } from '../share-link.row.ts'
import { validEmails } from '../validate-email.ts'
import { auditLinkChange } from './link-audit.ts'
import { linksEvent } from './link-events.ts'
import type { LinkMails } from './link-mails.ts'

/** Adds recipients; those that the link already has are left unchanged. */
export const addRecipients = async (executor: Executor, shareId: string, emails: readonly string[]): Promise<void> => {
  if (emails.length === 0) return
  await executor
    .builder<SharingTables>()
    .insertInto('share_recipients')
    .values(emails.map((email) => ({ share_id: shareId, email })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Emails a link was sent to. */
export class Recipients {
  private readonly db: Db
  private readonly tokens: LinkTokens
  private readonly mails: LinkMails
  private readonly audit: Audit
  constructor(db: Db, tokens: LinkTokens, mails: LinkMails, audit: Audit) {
    this.db = db
    this.tokens = tokens
    this.mails = mails
    this.audit = audit
  }

  /** Adds recipients and sends the link to all of them. 422 for an invalid email and for an expired link. */
  async add(scope: Scope, token: string, emails: readonly string[]): Promise<void> {
    const valid = validEmails(emails)
    await this.db.transaction(async (tx) => {
      const share = await this.find(tx, scope, token)
      if (!isLinkOpen(share)) throw sharingErrors.fail('share-expired')
      await addRecipients(tx, share.id, valid)
      await this.recordChange(tx, scope, share)
      await this.mails.send(tx, scope.ownerId, share, valid)
    })
  }

  /** 422 for the last recipient of a link that only recipients can open. */
  async remove(scope: Scope, token: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const share = await this.find(tx, scope, token)
      const isLast = share.recipients.every((recipient) => recipient.id === id)
      if (share.require_email_code && share.recipients.length > 0 && isLast)
        throw sharingErrors.fail('recipients-required')
      const removed = await tx
        .builder<SharingTables>()
        .deleteFrom('share_recipients')
        .where('id', '=', id)
        .where('share_id', '=', share.id)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw sharingErrors.fail('share-not-found')
      await this.recordChange(tx, scope, share)
    })
  }

  /** The mail server does not know the recipient's email: the owner sees that beside it, until the link is sent again. */
  async markUndelivered(id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [share] = await tx.query<{ id: string; owner_id: string; item_id: string; parent_id: string | null }>(
        `update share_recipients r set undelivered_at = now() from shares s join item_summaries i on i.id = s.item_id
         where r.id = $1 and s.id = r.share_id returning s.id, s.owner_id, s.item_id, i.parent_id`,
        [id],
      )
      if (!share) return
      const { owner_id: ownerId, parent_id } = share
      tx.emit('sharing.link.changed', {
        ownerId,
        shareIds: [share.id],
        itemIds: [share.item_id],
        parentIds: [parent_id],
      })
    })
  }

  private async recordChange(tx: Tx, scope: Scope, before: OwnedShareLinkRow): Promise<void> {
    const after = await ownedShareLinks(tx, scope.ownerId).where('s.id', '=', before.id).executeTakeFirstOrThrow()
    await auditLinkChange(this.audit, tx, scope.actor.userId, before, after)
    tx.emit('sharing.link.changed', linksEvent(scope, [after]))
  }

  private find(tx: Tx, scope: Scope, token: string): Promise<OwnedShareLinkRow> {
    return findShareLink(tx, scope.ownerId, { hash: this.tokens.hashOf(token), slug: token }, { forUpdate: true })
  }
}
