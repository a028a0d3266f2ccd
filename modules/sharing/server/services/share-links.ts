import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Audit, Db, Executor, Tx } from '../../../platform/index.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import type { CreateShareLink, UpdateShareLink } from '../../contract.ts'
import type { SharingTables } from '../entities/index.ts'
import { sharingErrors } from '../errors.ts'
import type { LinkTokens } from '../link-tokens.ts'
import { findShareLink, type OwnedShareLinkRow, ownedShareLinks } from '../share-link.row.ts'
import { validEmails } from '../validate-email.ts'
import { writeSlug } from './ended-slugs.ts'
import { auditLinkChange, auditLinks } from './link-audit.ts'
import { linksEvent } from './link-events.ts'
import type { LinkMails } from './link-mails.ts'
import { addRecipients } from './recipients.ts'
import { shareLinkChangesOf } from './share-link-changes.ts'

interface ShareLinksDeps {
  db: Db
  storage: StorageApi
  tokens: LinkTokens
  audit: Audit
  mails: LinkMails
}

/** Links as their owner creates, changes and revokes them. Each operation is one transaction. */
export class ShareLinks {
  private readonly deps: ShareLinksDeps
  constructor(deps: ShareLinksDeps) {
    this.deps = deps
  }

  /** Only an item's owner may share it: 404. 422 for missing or invalid fields. `isMailed`: recipients get the link. */
  async create(scope: Scope, input: CreateShareLink, { isMailed = true } = {}): Promise<OwnedShareLinkRow> {
    const item = await this.ownItem(scope, input)
    if (input.isPassword && !input.password) throw sharingErrors.fail('password-required')
    if (item.is_folder && !input.permission) throw sharingErrors.fail('permission-required')
    const changes = await shareLinkChangesOf(this.deps.db, scope.ownerId, input)
    const { hash, encrypted } = this.deps.tokens.create()
    const emails = validEmails(input.emails)
    if (input.require_email_code && emails.length === 0) throw sharingErrors.fail('recipients-required')
    const values: Insertable<SharingTables['shares']> = {
      permission: 'visitor',
      ...(changes as Partial<Insertable<SharingTables['shares']>>),
      owner_id: scope.ownerId,
      item_id: item.id,
      token_hash: hash,
      token_encrypted: encrypted,
    }
    return this.deps.db.transaction(async (tx) => {
      const { id } = await writeSlug(tx, { ownerId: scope.ownerId, slug: input.slug }, () =>
        tx.builder<SharingTables>().insertInto('shares').values(values).returning('id').executeTakeFirstOrThrow(),
      )
      await addRecipients(tx, id, emails)
      const share = await this.load(tx, scope.ownerId, id)
      await auditLinks(this.deps.audit, tx, scope.actor.userId, 'created', [share])
      await this.deps.storage.activity.record(tx, [
        {
          ownerId: scope.ownerId,
          actorId: scope.actor.userId,
          action: 'link-created',
          folderId: item.is_folder ? item.id : item.parent_id,
          count: 1,
          itemIds: [item.id],
        },
      ])
      tx.emit('sharing.link.created', {
        ownerId: scope.ownerId,
        shareId: id,
        itemId: item.id,
        parentIds: [item.parent_id],
        socketId: scope.actor.socketId ?? null,
      })
      if (isMailed) await this.deps.mails.send(tx, scope.ownerId, share, emails)
      return share
    })
  }

  /** Writes only the given fields; null clears one. `expiration` counts from now (D19). */
  async update(scope: Scope, token: string, input: UpdateShareLink): Promise<OwnedShareLinkRow> {
    const changes = await shareLinkChangesOf(
      this.deps.db,
      scope.ownerId,
      input.protected === false ? { ...input, password: null } : input,
    )
    return this.deps.db.transaction(async (tx) => {
      const share = await this.find(tx, scope, token, { forUpdate: true })
      const { password_hash } = { ...share, ...changes }
      if (input.protected && password_hash === null) throw sharingErrors.fail('password-required')
      const requiresCode = input.require_email_code ?? share.require_email_code
      if (requiresCode && share.recipients.length === 0)
        throw sharingErrors.fail('recipients-required', { field: 'require_email_code' })
      if ('password_hash' in changes) changes.password_version = share.password_version + 1
      await writeSlug(tx, { ownerId: scope.ownerId, slug: input.slug }, () =>
        tx
          .builder<SharingTables>()
          .updateTable('shares')
          .set({ ...changes, updated_at: sql<Date>`now()` })
          .where('id', '=', share.id)
          .execute(),
      )
      const changed = await this.load(tx, scope.ownerId, share.id)
      await auditLinkChange(this.deps.audit, tx, scope.actor.userId, share, changed)
      tx.emit('sharing.link.changed', linksEvent(scope, [changed]))
      return changed
    })
  }

  /** Links by token, and all links of items. One unknown or foreign token or item, and nothing is revoked (A02). */
  async revoke(scope: Scope, tokens: readonly string[], items: readonly string[] = []): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      const shares = await this.ofItems(tx, scope.ownerId, [...new Set(items)])
      for (const token of new Set(tokens)) shares.push(await this.find(tx, scope, token, { forUpdate: true }))
      const ids = shares.map(({ id }) => id)
      await tx.builder<SharingTables>().deleteFrom('shares').where('id', 'in', ids).execute()
      await auditLinks(this.deps.audit, tx, scope.actor.userId, 'revoked', shares)
      tx.emit('sharing.link.revoked', linksEvent(scope, shares))
    })
  }

  /** Deletes a link of `ownerId` for an administrator; nothing when it is gone. */
  async close(tx: Tx, ownerId: string, id: string, actorId: string): Promise<void> {
    const share = await ownedShareLinks(tx, ownerId).where('s.id', '=', id).forUpdate('s').executeTakeFirst()
    if (!share) return
    await tx.builder<SharingTables>().deleteFrom('shares').where('id', '=', id).execute()
    const scope: Scope = { root: null, ownerId, actor: { userId: actorId, key: 'admin' }, permission: 'owner' }
    await auditLinks(this.deps.audit, tx, actorId, 'revoked', [share])
    tx.emit('sharing.link.revoked', linksEvent(scope, [share]))
  }

  show(scope: Scope, token: string): Promise<OwnedShareLinkRow> {
    return this.find(this.deps.db, scope, token)
  }

  /** Newest first. */
  async ofItem(scope: Scope, itemId: string): Promise<OwnedShareLinkRow[]> {
    await this.deps.storage.browse.activeRow(scope, itemId)
    return ownedShareLinks(this.deps.db, scope.ownerId)
      .where('s.item_id', '=', itemId)
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id')
      .execute()
  }

  /** For event handlers; null when it was deleted meanwhile. */
  async byId(ownerId: string, id: string): Promise<OwnedShareLinkRow | null> {
    const row = await ownedShareLinks(this.deps.db, ownerId).where('s.id', '=', id).executeTakeFirst()
    return row ?? null
  }

  /** The owner's links of these items, locked; 404 when an item has none. */
  private async ofItems(tx: Tx, ownerId: string, itemIds: readonly string[]): Promise<OwnedShareLinkRow[]> {
    if (itemIds.length === 0) return []
    const rows = await ownedShareLinks(tx, ownerId).where('s.item_id', 'in', itemIds).forUpdate('s').execute()
    const linkedItemIds = new Set(rows.map(({ item_id }) => item_id))
    if (itemIds.some((id) => !linkedItemIds.has(id))) throw sharingErrors.fail('share-not-found')
    return rows
  }

  private load(tx: Tx, ownerId: string, id: string): Promise<OwnedShareLinkRow> {
    return ownedShareLinks(tx, ownerId).where('s.id', '=', id).executeTakeFirstOrThrow()
  }

  private find(executor: Executor, scope: Scope, token: string, options?: { forUpdate: boolean }) {
    const key = { hash: this.deps.tokens.hashOf(token), slug: token }
    return findShareLink(executor, scope.ownerId, key, options)
  }

  private async ownItem(scope: Scope, { id, type }: CreateShareLink): Promise<ItemRow> {
    const item = await this.deps.storage.browse.activeRow(scope, id)
    if (item.is_folder !== (type === 'folder')) throw sharingErrors.fail('share-not-found')
    return item
  }
}
