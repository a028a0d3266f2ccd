import type { Audit, Db, Tx } from '../../../platform/index.ts'
import type { ItemRow, Scope, StorageApi } from '../../../storage/index.ts'
import { normalEmail } from '../../../users/index.ts'
import type { CreateShare, UpdateShare } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import { type OwnedShareRow, shareColumns } from '../share.row.ts'
import type { LinkTokens } from '../tokens.ts'
import { type Changes, changesOf } from './share-changes.ts'

export interface SharesDeps {
  db: Db
  storage: StorageApi
  tokens: LinkTokens
  audit: Audit
}

const ownedColumns = `${shareColumns}, i.is_folder, i.name as item_name, i.parent_id,
  (select count(*) from share_access a where a.share_id = s.id and a.kind = 'downloaded' and a.completed) as downloads,
  (select coalesce(sum(people), 0) from share_access a where a.share_id = s.id and a.kind = 'opened') as opened,
  (select coalesce(json_agg(json_build_object('id', r.id, 'email', r.email, 'verified_at', r.verified_at) order by r.email), '[]')
   from share_recipients r where r.share_id = s.id) as recipients`
/** Items with a link that can be opened, and the microsecond of the newest one. */
const newestLinks = `select s.item_id, (extract(epoch from max(s.created_at)) * 1000000)::bigint as at
  from shares s join items i on i.id = s.item_id
  where s.owner_id = $1 and (s.expires_at is null or s.expires_at > now()) and i.trashed_at is null group by s.item_id`
const byOwner = `select ${ownedColumns} from shares s join items i on i.id = s.item_id where s.owner_id = $1`

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
    const changes = await changesOf(input)
    const { hash, sealed } = this.deps.tokens.create()
    const emails = addresses(input.emails)
    if (input.verify_recipients && emails.length === 0) throw sharingErrors.fail('recipients-needed')
    const values: Changes = {
      owner_id: scope.payer,
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
      const share = await this.one(tx, scope.payer, id)
      await this.note(tx, scope, 'created', [share])
      tx.emit('sharing.link.created', {
        ownerId: scope.payer,
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
    const changes = await changesOf(input.protected === false ? { ...input, password: null } : input)
    return this.deps.db.transaction(async (tx) => {
      const share = await this.find(tx, scope.payer, token, 'for update of s')
      if (input.protected && !share.password_hash && !input.password) throw sharingErrors.fail('password-needed')
      const verified = input.verify_recipients ?? share.verify_recipients
      if (verified && share.recipients.length === 0) throw sharingErrors.fail('recipients-needed')
      if ('password_hash' in changes) changes.password_version = share.password_version + 1
      const names = Object.keys(changes)
      await unlessTaken(() =>
        tx.query(
          `update shares set updated_at = now()${names.map((name, at) => `, ${name} = $${at + 2}`).join('')} where id = $1`,
          [share.id, ...Object.values(changes)],
        ),
      )
      const changed = await this.one(tx, scope.payer, share.id)
      await this.note(tx, scope, 'changed', [changed], share)
      tx.emit('sharing.link.changed', linksOf(scope, [changed]))
      return changed
    })
  }

  /** Links by token, and all links of items. All or none: one unknown or foreign one and nothing is revoked (A02). */
  async revoke(scope: Scope, tokens: readonly string[], items: readonly string[] = []): Promise<void> {
    if (tokens.length + items.length === 0) throw sharingErrors.fail('share-not-found')
    await this.deps.db.transaction(async (tx) => {
      const shares = await this.ofItems(tx, scope.payer, [...new Set(items)])
      for (const token of new Set(tokens)) shares.push(await this.find(tx, scope.payer, token, 'for update of s'))
      await tx.query('delete from shares where id = any($1::uuid[])', [shares.map(({ id }) => id)])
      await this.note(tx, scope, 'revoked', shares)
      tx.emit('sharing.link.revoked', linksOf(scope, shares))
    })
  }

  show(scope: Scope, token: string): Promise<OwnedShareRow> {
    return this.find(this.deps.db, scope.payer, token)
  }

  async ofItem(scope: Scope, itemId: string): Promise<OwnedShareRow[]> {
    await this.deps.storage.browse.live(scope, itemId)
    return this.deps.db.query<OwnedShareRow>(`${byOwner} and s.item_id = $2 order by s.created_at desc, s.id`, [
      scope.payer,
      itemId,
    ])
  }

  /** The newest link of each of these items, and how many it has. */
  async newestOf(owner: string, itemIds: readonly string[]): Promise<(OwnedShareRow & { links: number })[]> {
    return this.deps.db.query(
      `select distinct on (s.item_id) ${ownedColumns}, count(*) over (partition by s.item_id) as links
       from shares s join items i on i.id = s.item_id
       where s.owner_id = $1 and s.item_id = any($2::uuid[]) and (s.expires_at is null or s.expires_at > now())
       order by s.item_id, s.created_at desc`,
      [owner, itemIds],
      'sharing.newest-of',
    )
  }

  /** Items with links, by their newest one; `before`: the microsecond and id of the last item seen; `from`: a position. */
  sharedItems(owner: string, count: number, before: { at: number; id: string } | null, from = 0) {
    return this.deps.db.query<{ item_id: string; at: number }>(
      `select * from (
         ${newestLinks}
       ) newest where $2::bigint is null or (at, item_id) < ($2, $3::uuid) order by at desc, item_id desc limit $4 offset $5`,
      [owner, before?.at ?? null, before?.id ?? null, count, from],
      'sharing.shared-items',
    )
  }

  /** How many items of an owner have a link. */
  async countShared(owner: string): Promise<number> {
    const [row] = await this.deps.db.query<{ n: number }>(
      `select count(*) as n from (${newestLinks}) newest`,
      [owner],
      'sharing.count-shared',
    )
    return row?.n ?? 0
  }

  /** Place of an item in that list, from 0; null when it is not there. */
  async placeOfShared(owner: string, itemId: string): Promise<number | null> {
    const [row] = await this.deps.db.query<{ n: number }>(
      `with newest as (${newestLinks}) select (select count(*) from newest o where (o.at, o.item_id) > (n.at, n.item_id)) as n
       from newest n where n.item_id = $2`,
      [owner, itemId],
      'sharing.place-of-shared',
    )
    return row?.n ?? null
  }

  /** Adds addresses a link was sent to; known ones are left as they are. */
  async addRecipients(scope: Scope, token: string, emails: readonly string[]): Promise<OwnedShareRow> {
    const wanted = addresses(emails)
    return this.deps.db.transaction(async (tx) => {
      const share = await this.find(tx, scope.payer, token)
      await addRecipients(tx, share.id, wanted)
      tx.emit('sharing.link.sent', { ownerId: scope.payer, shareId: share.id, emails: wanted })
      return this.one(tx, scope.payer, share.id)
    })
  }

  async removeRecipient(scope: Scope, token: string, id: string): Promise<void> {
    const share = await this.find(this.deps.db, scope.payer, token)
    const gone = await this.deps.db.query('delete from share_recipients where id = $1 and share_id = $2 returning id', [
      id,
      share.id,
    ])
    if (gone.length === 0) throw sharingErrors.fail('share-not-found')
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
  private async ofItems(sql: Pick<Tx, 'query'>, owner: string, itemIds: readonly string[]): Promise<OwnedShareRow[]> {
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

  private async find(sql: Pick<Tx, 'query'>, owner: string, token: string, lock = ''): Promise<OwnedShareRow> {
    const rows = await sql.query<OwnedShareRow>(`${byOwner} and (s.token_hash = $2 or s.slug = $3) ${lock}`, [
      owner,
      this.deps.tokens.hashOf(token),
      token,
    ])
    if (!rows[0]) throw sharingErrors.fail('share-not-found')
    return rows[0]
  }

  private async one(sql: Pick<Tx, 'query'>, owner: string, id: string): Promise<OwnedShareRow> {
    const [row] = await sql.query<OwnedShareRow>(`${byOwner} and s.id = $2`, [owner, id])
    return row as OwnedShareRow
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
  ownerId: scope.payer,
  shareIds: shares.map(({ id }) => id),
  itemIds: shares.map(({ item_id }) => item_id),
  parentIds: [...new Set(shares.map(({ parent_id }) => parent_id))],
  socketId: scope.actor.socketId ?? null,
})

/** In lower case, each once. */
const addresses = (emails: readonly string[] = []): string[] => [...new Set(emails.map(normalEmail))]

const addRecipients = (tx: Tx, shareId: string, emails: readonly string[]) =>
  emails.length === 0
    ? Promise.resolve([])
    : tx.query(
        `insert into share_recipients (share_id, email) select $1, * from unnest($2::text[]) on conflict do nothing`,
        [shareId, emails],
      )

const unlessTaken = async <T>(deed: () => Promise<T>): Promise<T> => {
  try {
    return await deed()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw sharingErrors.fail('slug-taken')
    throw error
  }
}
