import type { Audit, Db, Sql, Tx } from '../../../platform/index.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import type { CreateShare, UpdateShare } from '../../contract.ts'
import { addressesOf } from '../addresses.ts'
import { sharingErrors } from '../errors.ts'
import { byOwner, findShare, type OwnedShareRow, ownShare } from '../share.row.ts'
import type { LinkTokens } from '../tokens.ts'
import { addRecipients } from './recipients.ts'
import { type Changes, changesOf } from './share-changes.ts'

export interface SharesDeps {
  db: Db
  storage: StorageApi
  tokens: LinkTokens
  audit: Audit
}

/** Links as their owner makes, changes and ends them. Each deed is one transaction: all of it holds, or nothing. */
export class Shares {
  private readonly deps: SharesDeps
  constructor(deps: SharesDeps) {
    this.deps = deps
  }

  /** Only the owner of an item may share it (UI.md §23.2). 404 for what is not theirs, 422 for a half-told link. */
  async create(scope: Scope, input: CreateShare): Promise<OwnedShareRow> {
    const item = await this.ownItem(scope, input)
    if (input.isPassword && !input.password) throw sharingErrors.fail('password-needed')
    if (item.is_folder && !input.permission) throw sharingErrors.fail('permission-needed')
    const changes = await changesOf(this.deps.db, input)
    const { hash, sealed } = this.deps.tokens.create()
    const emails = addressesOf(input.emails)
    if (input.verify_recipients && emails.length === 0) throw sharingErrors.fail('recipients-needed')
    const values: Changes = {
      owner_id: scope.ownerId,
      item_id: item.id,
      token_hash: hash,
      token_sealed: sealed,
      permission: 'visitor',
      ...changes,
    }
    return this.deps.db.transaction(async (tx) => {
      const names = Object.keys(values)
      const [made] = await unlessTaken(() =>
        tx.query<{ id: string }>(
          `insert into shares (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
          Object.values(values),
        ),
      )
      const id = (made as { id: string }).id
      await addRecipients(tx, id, emails)
      const share = await ownShare(tx, scope.ownerId, id)
      await this.note(tx, scope, 'created', [share])
      tx.emit('sharing.link.created', {
        ownerId: scope.ownerId,
        shareId: id,
        itemId: item.id,
        emails,
        parentIds: [item.parent_id],
        socketId: scope.actor.socketId ?? null,
      })
      return share
    })
  }

  /** Writes only what is given; null takes away. The end counts from now (API.md D19). */
  async update(scope: Scope, token: string, input: UpdateShare): Promise<OwnedShareRow> {
    const changes = await changesOf(this.deps.db, input.protected === false ? { ...input, password: null } : input)
    return this.deps.db.transaction(async (tx) => {
      const share = await this.find(tx, scope, token, 'for update of s')
      if (input.protected && !share.password_hash && !input.password) throw sharingErrors.fail('password-needed')
      const verified = input.verify_recipients ?? share.verify_recipients
      if (verified && share.recipients.length === 0)
        throw sharingErrors.fail('recipients-needed', { field: 'verify_recipients' })
      if ('password_hash' in changes) changes.password_version = share.password_version + 1
      const names = Object.keys(changes)
      await unlessTaken(() =>
        tx.query(
          `update shares set updated_at = now()${names.map((name, at) => `, ${name} = $${at + 2}`).join('')} where id = $1`,
          [share.id, ...Object.values(changes)],
        ),
      )
      const changed = await ownShare(tx, scope.ownerId, share.id)
      await this.note(tx, scope, 'changed', [changed], share)
      tx.emit('sharing.link.changed', linksOf(scope, [changed]))
      return changed
    })
  }

  /** Links by token, and all links of items. All or none: one unknown or foreign one and nothing is revoked (A02). */
  async revoke(scope: Scope, tokens: readonly string[], items: readonly string[] = []): Promise<void> {
    if (tokens.length + items.length === 0) throw sharingErrors.fail('share-not-found')
    await this.deps.db.transaction(async (tx) => {
      const shares = await this.ofItems(tx, scope.ownerId, [...new Set(items)])
      for (const token of new Set(tokens)) shares.push(await this.find(tx, scope, token, 'for update of s'))
      await tx.query('delete from shares where id = any($1::uuid[])', [shares.map(({ id }) => id)])
      await this.note(tx, scope, 'revoked', shares)
      tx.emit('sharing.link.revoked', linksOf(scope, shares))
    })
  }

  show(scope: Scope, token: string): Promise<OwnedShareRow> {
    return this.find(this.deps.db, scope, token)
  }

  async ofItem(scope: Scope, itemId: string): Promise<OwnedShareRow[]> {
    await this.deps.storage.browse.live(scope, itemId)
    return this.deps.db.query<OwnedShareRow>(`${byOwner} and s.item_id = $2 order by s.created_at desc, s.id`, [
      scope.ownerId,
      itemId,
    ])
  }

  /** For the module's own work; null when it is gone meanwhile. */
  async byId(owner: string, id: string): Promise<OwnedShareRow | null> {
    const [row] = await this.deps.db.query<OwnedShareRow>(`${byOwner} and s.id = $2`, [owner, id])
    return row ?? null
  }

  /** Tidies up: an expired link is closed at its very end, by the guard (API.md D19). Kept a week for its log. */
  async removeExpired(): Promise<void> {
    await this.deps.db.query(`delete from shares where expires_at < now() - interval '7 days'`)
  }

  /** The links of each of these items; 404 when one has none that is the owner's. */
  private async ofItems(sql: Sql, owner: string, itemIds: readonly string[]): Promise<OwnedShareRow[]> {
    if (itemIds.length === 0) return []
    const rows = await sql.query<OwnedShareRow>(`${byOwner} and s.item_id = any($2::uuid[]) for update of s`, [
      owner,
      itemIds,
    ])
    const found = new Set(rows.map(({ item_id }) => item_id))
    if (itemIds.some((id) => !found.has(id))) throw sharingErrors.fail('share-not-found')
    return rows
  }

  /** Who may open what is written down, before and after; never a token or a password. */
  private async note(
    tx: Tx,
    scope: Scope,
    deed: 'created' | 'changed' | 'revoked',
    shares: readonly OwnedShareRow[],
    before?: OwnedShareRow,
  ): Promise<void> {
    for (const share of shares)
      await this.deps.audit(
        {
          actorId: scope.actor.userId,
          action: `sharing.link.${deed}`,
          target: share.id,
          details: {
            item: share.item_id,
            ...(before ? { before: openTo(before), after: openTo(share) } : openTo(share)),
          },
        },
        tx,
      )
  }

  private find(sql: Sql, scope: Scope, token: string, lock = ''): Promise<OwnedShareRow> {
    return findShare(sql, scope.ownerId, { hash: this.deps.tokens.hashOf(token), slug: token }, lock)
  }

  private async ownItem(scope: Scope, { id, type }: CreateShare): Promise<ItemRow> {
    const item = await this.deps.storage.browse.live(scope, id)
    if (item.is_folder !== (type === 'folder')) throw sharingErrors.fail('share-not-found')
    return item
  }
}

/** What decides who may open a link, and for what. */
const openTo = (share: OwnedShareRow) => ({
  permission: share.permission,
  protected: share.password_hash !== null,
  verified: share.verify_recipients,
  download: share.allow_download,
  expires_at: share.expires_at,
})

const linksOf = (scope: Scope, shares: readonly OwnedShareRow[]) => ({
  ownerId: scope.ownerId,
  shareIds: shares.map(({ id }) => id),
  itemIds: shares.map(({ item_id }) => item_id),
  parentIds: [...new Set(shares.map(({ parent_id }) => parent_id))],
  socketId: scope.actor.socketId ?? null,
})

const unlessTaken = async <T>(deed: () => Promise<T>): Promise<T> => {
  try {
    return await deed()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw sharingErrors.fail('slug-taken')
    throw error
  }
}
