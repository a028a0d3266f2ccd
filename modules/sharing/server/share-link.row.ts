import { type RawBuilder, sql } from 'kysely'
import type { Executor, RowOf, Tx } from '../../platform/index.ts'
import type { SharingTables } from './entities/index.ts'
import { sharingErrors } from './errors.ts'

const columns = [
  'id',
  'owner_id',
  'item_id',
  'token_encrypted',
  'slug',
  'label',
  'permission',
  'password_hash',
  'password_version',
  'expires_in_hours',
  'expires_at',
  'allow_download',
  'max_downloads',
  'allow_indexing',
  'require_email_code',
  'notify_on_download',
  'created_at',
  'updated_at',
] as const

export type ShareLinkRow = Pick<RowOf<SharingTables['shares']>, (typeof columns)[number]> & {
  /** The database's time of the read, against which `expires_at` and the expiry of an unlock cookie are checked. */
  read_at: Date
}

/** Columns of `shares s` for prepared SQL. */
export const shareLinkColumns = [...columns.map((column) => `s.${column}`), 'now() as read_at'].join(', ')

/** Whether the link can be opened, as of its read: it has not expired. `isLinkOpenSql` has the same rule. */
export const isLinkOpen = ({ expires_at, read_at }: Pick<ShareLinkRow, 'expires_at' | 'read_at'>): boolean =>
  expires_at === null || expires_at > read_at

/** Condition of `shares`, under its name in the statement, for `isLinkOpen`. */
export const isLinkOpenSql = (shares: string): string =>
  `(${shares}.expires_at is null or ${shares}.expires_at > now())`

/** Columns that only the owner sees. */
interface OwnerColumns {
  is_folder: boolean
  item_name: string
  parent_id: string | null
  downloads: number
  opened: number
  recipients: { id: string; email: string; verified_at: string | null; undelivered_at: string | null }[]
}
export type OwnedShareLinkRow = ShareLinkRow & OwnerColumns

const totalOf = (expression: string) =>
  `(select coalesce(${expression}, 0)::bigint from share_access_totals t where t.share_id = s.id)`
/**
 * With a limit, the downloads that no visitor can begin any more: partial ones count by what they add up to, rounded to a whole
 * one as soon as less than half a download is left for another (services/download-limit.ts).
 */
const counts = {
  downloads: totalOf(
    'sum(t.downloads) + case when s.max_downloads is null then 0 else ceil(round(sum(t.partial), 9) - 0.5) end',
  ),
  opened: totalOf('sum(t.opened)'),
  recipients: `(select coalesce(json_agg(json_build_object('id', r.id, 'email', r.email, 'verified_at', r.verified_at,
      'undelivered_at', r.undelivered_at)
      order by r.email), '[]') from share_recipients r where r.share_id = s.id)`,
}
/** Downloads of `shares s`, complete ones and, with a limit, what partial ones add up to. */
export const linkDownloadsSql = counts.downloads
const count = <Name extends keyof typeof counts>(name: Name) =>
  (sql.raw(counts[name]) as RawBuilder<OwnedShareLinkRow[Name]>).as(name)

/** The same columns of `shares s join item_summaries i` for prepared SQL. */
export const ownedShareLinkColumns = [
  shareLinkColumns,
  'i.is_folder, i.name as item_name, i.parent_id',
  ...Object.entries(counts).map(([name, expression]) => `${expression} as ${name}`),
].join(', ')

/** Links of one owner. */
export const ownedShareLinks = (executor: Executor, ownerId: string) =>
  executor
    .builder<SharingTables>()
    .selectFrom('shares as s')
    .innerJoin('item_summaries as i', 'i.id', 's.item_id')
    .select(columns.map((column) => `s.${column}` as const))
    .select(['i.is_folder', 'i.name as item_name', 'i.parent_id', sql<Date>`now()`.as('read_at')])
    .select([count('downloads'), count('opened'), count('recipients')])
    .where('s.owner_id', '=', ownerId)

/**
 * One of the owner's links, by its token's hash or its slug. 404. `forUpdate` locks its row first: a statement that waits
 * for a lock sees the recipients as they were before it waited.
 */
export const findShareLink = async (
  executor: Executor,
  ownerId: string,
  { hash, slug }: { hash: Buffer; slug: string },
  { forUpdate = false } = {},
): Promise<OwnedShareLinkRow> => {
  if (forUpdate)
    await executor
      .builder<SharingTables>()
      .selectFrom('shares as s')
      .select('s.id')
      .where('s.owner_id', '=', ownerId)
      .where(({ eb, or }) => or([eb('s.token_hash', '=', hash), eb('s.slug', '=', slug)]))
      .forUpdate()
      .execute()
  const row = await ownedShareLinks(executor, ownerId)
    .where(({ eb, or }) => or([eb('s.token_hash', '=', hash), eb('s.slug', '=', slug)]))
    .executeTakeFirst()
  if (!row) throw sharingErrors.fail('share-not-found')
  return row
}

/** Locks the row of a link until the transaction ends. False when the link is gone. */
export const lockShareLink = async (tx: Tx, id: string): Promise<boolean> => {
  const shares = tx.builder<SharingTables>().selectFrom('shares').select('id').where('id', '=', id)
  return (await shares.forUpdate().executeTakeFirst()) !== undefined
}
