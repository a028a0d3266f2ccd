import type { Db, Sql } from '../../../platform/index.ts'
import type { Scope } from '../../../storage/index.ts'
import { addressesOf } from '../addresses.ts'
import { sharingErrors } from '../errors.ts'
import { findShare, type OwnedShareRow } from '../share.row.ts'
import type { LinkTokens } from '../tokens.ts'

/** Known ones are left as they are. */
export const addRecipients = (tx: Sql, shareId: string, emails: readonly string[]) =>
  emails.length === 0
    ? Promise.resolve([])
    : tx.query(
        `insert into share_recipients (share_id, email) select $1, * from unnest($2::text[]) on conflict do nothing`,
        [shareId, emails],
      )

/** Those a link was sent to. */
export class Recipients {
  private readonly db: Db
  private readonly tokens: LinkTokens
  constructor(db: Db, tokens: LinkTokens) {
    this.db = db
    this.tokens = tokens
  }

  /** Adds addresses a link was sent to; known ones are left as they are. */
  async add(scope: Scope, token: string, emails: readonly string[]): Promise<void> {
    const wanted = addressesOf(emails)
    await this.db.transaction(async (tx) => {
      const share = await this.find(tx, scope, token)
      await addRecipients(tx, share.id, wanted)
      tx.emit('sharing.link.sent', { ownerId: scope.ownerId, shareId: share.id, emails: wanted })
    })
  }

  async remove(scope: Scope, token: string, id: string): Promise<void> {
    const share = await this.find(this.db, scope, token)
    const gone = await this.db.query('delete from share_recipients where id = $1 and share_id = $2 returning id', [
      id,
      share.id,
    ])
    if (gone.length === 0) throw sharingErrors.fail('share-not-found')
  }

  private find(sql: Sql, scope: Scope, token: string): Promise<OwnedShareRow> {
    return findShare(sql, scope.ownerId, { hash: this.tokens.hashOf(token), slug: token })
  }
}
