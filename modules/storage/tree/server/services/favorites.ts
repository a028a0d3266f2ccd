import type { Db, Realtime } from '../../../../platform/index.ts'
import { favoritesChanged } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Scope } from '../scope.ts'
import { resolveSelection } from './selection.ts'

const listSql = `with recursive mine as (
    select item_id, position from favourites where user_id = $1
  ), up as (
    select m.item_id, i.parent_id, i.trashed_at from mine m join items i on i.id = m.item_id
    union all
    select up.item_id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id where up.trashed_at is null
  )
  select ${itemColumns} from mine m join items i on i.id = m.item_id ${itemJoins('$1')}
  where not exists (select 1 from up where up.item_id = m.item_id and up.trashed_at is not null) order by m.position`

/** Permutes the named favorites among the positions that they occupy; other favorites keep theirs. */
const orderSql = `with named as (
    select f.item_id, f.position, row_number() over (order by w.at) as at, row_number() over (order by f.position) as rank
    from unnest($2::uuid[]) with ordinality as w (id, at) join favourites f on f.item_id = w.id where f.user_id = $1
  )
  update favourites f set position = taken.position from named join named taken on taken.rank = named.at
  where f.user_id = $1 and f.item_id = named.item_id and (select count(*) from named) = $3 returning f.item_id`

/** Favorite folders of a user. */
export class Favorites {
  private readonly db: Db
  private readonly realtime: Realtime
  constructor(db: Db, realtime: Realtime) {
    this.db = db
    this.realtime = realtime
    realtime.describe(favoritesChanged, async () => ({}))
  }

  /** Active favorites in the user's order; new ones are last. */
  list(userId: string): Promise<ItemRow[]> {
    return this.db.query<ItemRow>(listSql, [userId], 'storage.favorites')
  }

  /** Adds the caller's own active folders, all or none; existing favorites stay. 404 for other items, 422 for files. */
  async add(scope: Scope, ids: readonly string[]): Promise<void> {
    allow(scope, 'favorite')
    await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: string; is_folder: boolean }>(
        'select id, is_folder from items where id = any($1::uuid[]) and owner_id = $2',
        [ids, scope.ownerId],
      )
      if (rows.length !== new Set(ids.map((id) => id.toLowerCase())).size) throw storageErrors.fail('item-not-found')
      if (rows.some((item) => !item.is_folder)) throw storageErrors.fail('folder-only', { field: 'ids' })
      const { items } = await resolveSelection(tx, scope, { items: rows.map(({ id }) => ({ id, type: 'folder' })) })
      if (items.some((item) => item.trashed || item.in_trashed_folder)) throw storageErrors.fail('item-not-found')
      await tx.query(
        'insert into favourites (user_id, item_id) select $1, id from unnest($2::uuid[]) as id on conflict do nothing',
        [scope.actor.userId, ids],
      )
    })
    this.publish(scope)
  }

  /** Puts these favorites into this order. 404, without a change, when one is not a favorite of the caller. */
  async arrange(scope: Scope, ids: readonly string[]): Promise<void> {
    allow(scope, 'favorite')
    const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
    const placed = await this.db.query(orderSql, [scope.actor.userId, unique, unique.length], 'storage.order-favorites')
    if (placed.length === 0) throw storageErrors.fail('item-not-found')
    this.publish(scope)
  }

  /** 404 when the folder is not a favorite of the caller. */
  async remove(scope: Scope, id: string): Promise<void> {
    allow(scope, 'favorite')
    const removed = await this.db.query(
      'delete from favourites where user_id = $1 and item_id = $2 returning item_id',
      [scope.actor.userId, id],
    )
    if (removed.length === 0) throw storageErrors.fail('item-not-found')
    this.publish(scope)
  }

  /** The caller's other tabs and devices follow. */
  private publish({ actor: { userId, socketId = null } }: Scope): void {
    if (userId) this.realtime.publish({ userId, event: favoritesChanged, ids: {}, except: socketId })
  }
}
