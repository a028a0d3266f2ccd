import type { Tx } from '../../../platform/index.ts'
import { displayName, type Users } from '../../../users/index.ts'
import type { LinkTokens } from '../link-tokens.ts'
import { sharePath } from '../share-link.resource.ts'
import type { OwnedShareLinkRow } from '../share-link.row.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { ShareMails } from './mails.ts'

/** Sends a link to its recipients when the transaction that adds them is committed. */
export class LinkMails {
  private readonly accounts: Pick<Users['accounts'], 'byId'>
  private readonly tokens: LinkTokens
  private readonly mails: ShareMails
  private readonly mailRateLimit: MailRateLimit
  constructor(accounts: Pick<Users['accounts'], 'byId'>, tokens: LinkTokens, mails: ShareMails, limit: MailRateLimit) {
    this.accounts = accounts
    this.tokens = tokens
    this.mails = mails
    this.mailRateLimit = limit
  }

  /** 429 when the owner has sent too many today. */
  async send(tx: Tx, ownerId: string, share: OwnedShareLinkRow, emails: readonly string[]): Promise<void> {
    if (emails.length === 0) return
    await this.mailRateLimit.take(ownerId, emails, tx)
    const owner = await this.accounts.byId(ownerId, tx)
    if (!owner) return
    const path = sharePath(share.slug ?? this.tokens.decrypt(share.token_encrypted))
    const recipients = await tx.query<{ id: string; email: string }>(
      `update share_recipients set undelivered_at = null where share_id = $1 and email = any($2::text[])
       returning id, email`,
      [share.id, emails],
    )
    const values = { owner: displayName(owner), item: share.item_name, path }
    for (const recipient of recipients) await this.mails.link(recipient, values, tx)
  }
}
