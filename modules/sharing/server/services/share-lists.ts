import type { Db } from '../../../platform/index.ts'
import { type OwnedShareRow, ownedColumns } from '../share.row.ts'

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

  /** Items with a link that can be opened, in no order. */
  async itemsWithLinks(owner: string): Promise<string[]> {
    const rows = await this.db.query<{ item_id: string }>(
      'select distinct item_id from shares where owner_id = $1 and (expires_at is null or expires_at > now())',
      [owner],
      'sharing.items-with-links',
    )
    return rows.map(({ item_id }) => item_id)
  }
}
