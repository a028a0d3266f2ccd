import type { Db, Sql } from '../../../platform/index.ts'
import type { LinkAudience } from '../../contract.ts'
import { isLinkOpenSql, type OwnedShareLinkRow, ownedShareLinkColumns } from '../share-link.row.ts'

/** The newest link of each of these items: owner, items. */
export const newestLinksSql = `select distinct on (s.item_id) ${ownedShareLinkColumns},
    count(*) over (partition by s.item_id) as links,
    case when bool_or(not s.require_email_code and s.password_hash is null) over (partition by s.item_id) then 'anyone'
      when bool_or(not s.require_email_code) over (partition by s.item_id) then 'password'
      else 'invited' end as audience
  from shares s join item_summaries i on i.id = s.item_id
  where s.owner_id = $1 and s.item_id = any($2::uuid[]) and ${isLinkOpenSql('s')}
  order by s.item_id, s.created_at desc`

/** Which items of an owner have links. Prepared SQL: listings of files ask with each page. */
export class ShareLinkLists {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** The newest link of each of these items, the item's number of links, and the audience of the most open one. */
  async newestOf(
    ownerId: string,
    itemIds: readonly string[],
  ): Promise<(OwnedShareLinkRow & { links: number; audience: LinkAudience })[]> {
    return this.db.query(newestLinksSql, [ownerId, itemIds], 'sharing.newest-of')
  }

  /** Ids of items with a link that has not expired, in no order. */
  async itemsWithLinks(ownerId: string): Promise<string[]> {
    const rows = await this.db.query<{ item_id: string }>(
      `select distinct item_id from shares s where owner_id = $1 and ${isLinkOpenSql('s')}`,
      [ownerId],
      'sharing.items-with-links',
    )
    return rows.map(({ item_id }) => item_id)
  }
}

/** Whether an item has a link. One that has expired can be prolonged for some days. */
export const hasLinks = async (sql: Sql, itemId: string): Promise<boolean> =>
  (await sql.query('select 1 from shares where item_id = $1 limit 1', [itemId], 'sharing.has-links')).length > 0

/** Number of an account's share links and file requests. */
export const ownedLinks = async (db: Db, ownerId: string): Promise<{ links: number; requests: number }> => {
  const [counts] = await db.query<{ links: number; requests: number }>(
    `select (select count(*) from shares where owner_id = $1)::int as links,
       (select count(*) from file_requests where owner_id = $1)::int as requests`,
    [ownerId],
  )
  return counts ?? { links: 0, requests: 0 }
}
