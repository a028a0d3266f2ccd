import type { Db } from '../../../platform/index.ts'
import { type OwnedShareRow, ownedColumns } from '../share.row.ts'

/** Items with a link that can be opened, and the microsecond of the newest one. */
const newestLinks = `select s.item_id, (extract(epoch from max(s.created_at)) * 1000000)::bigint as at
  from shares s join items i on i.id = s.item_id
  where s.owner_id = $1 and (s.expires_at is null or s.expires_at > now()) and i.trashed_at is null group by s.item_id`

/** Which items of an owner have links. */
export class ShareLists {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** The newest link of each of these items, and how many it has. */
  async newestOf(owner: string, itemIds: readonly string[]): Promise<(OwnedShareRow & { links: number })[]> {
    return this.db.query(
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
    return this.db.query<{ item_id: string; at: number }>(
      `select * from (
         ${newestLinks}
       ) newest where $2::bigint is null or (at, item_id) < ($2, $3::uuid) order by at desc, item_id desc limit $4 offset $5`,
      [owner, before?.at ?? null, before?.id ?? null, count, from],
      'sharing.shared-items',
    )
  }

  /** How many items of an owner have a link. */
  async countShared(owner: string): Promise<number> {
    const [row] = await this.db.query<{ n: number }>(
      `select count(*) as n from (${newestLinks}) newest`,
      [owner],
      'sharing.count-shared',
    )
    return row?.n ?? 0
  }

  /** Place of an item in that list, from 0; null when it is not there. */
  async placeOfShared(owner: string, itemId: string): Promise<number | null> {
    const [row] = await this.db.query<{ n: number }>(
      `with newest as (${newestLinks}) select (select count(*) from newest o where (o.at, o.item_id) > (n.at, n.item_id)) as n
       from newest n where n.item_id = $2`,
      [owner, itemId],
      'sharing.place-of-shared',
    )
    return row?.n ?? null
  }
}
