import type { Db, Sql, Tx } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { DavError } from './dav-error.ts'

/** A property that only its client understands. */
export interface DeadProperty {
  namespace: string
  name: string
  /** The element as XML. */
  value: string
}

export interface PropertyChange {
  namespace: string
  name: string
  /** Null: removes it. */
  value: string | null
}

const maxPerItem = 50
const maxPerAccount = 20_000
export const maxPropertyNameLength = 250
const maxValueLength = 16_384
/** Bytes of values that are read at once. */
const maxPortionBytes = 1 << 20

const sizesSql = `select item_id, sum(octet_length(value))::int as bytes from webdav_properties
  where item_id = any($1::uuid[]) group by item_id`

/** Divides items so that the properties of each portion fit into memory: those of one folder may have hundreds of megabytes. */
export const portionsOf = async <T>(sql: Sql, items: readonly T[], idOf: (item: T) => string): Promise<T[][]> => {
  const rows = await sql.query<{ item_id: string; bytes: number }>(
    sizesSql,
    [items.map(idOf)],
    'storage.webdav-property-sizes',
  )
  const sizes = new Map(rows.map(({ item_id, bytes }) => [item_id, bytes]))
  const portions: T[][] = []
  let room = 0
  for (const item of items) {
    const size = sizes.get(idOf(item)) ?? 0
    const last = portions.at(-1)
    if (last && size <= room) last.push(item)
    else {
      portions.push([item])
      room = maxPortionBytes
    }
    room -= size
  }
  return portions
}

/** Properties of items, by their ids. */
export const propertiesOf = async (sql: Sql, ids: readonly string[]): Promise<Map<string, DeadProperty[]>> => {
  const rows = await sql.query<DeadProperty & { item_id: string }>(
    'select item_id, namespace, name, value from webdav_properties where item_id = any($1::uuid[]) order by namespace, name',
    [ids],
    'storage.webdav-properties',
  )
  return Map.groupBy(rows, ({ item_id }) => item_id)
}

/** Whether a property is short enough to be kept. */
export const isKeepable = ({ namespace, name, value }: PropertyChange): boolean =>
  namespace.length <= maxPropertyNameLength &&
  name.length <= maxPropertyNameLength &&
  (value?.length ?? 0) <= maxValueLength

const countsSql = `select count(*) filter (where item_id = $2)::int as "ofItem", count(*)::int as "ofAccount"
  from webdav_properties where owner_id = $1`

/** Changes properties in the given order. 507 for more than an item or an account can have. */
export const changeProperties = async (
  tx: Tx,
  { ownerId }: Pick<Scope, 'ownerId'>,
  id: string,
  changes: readonly PropertyChange[],
): Promise<void> => {
  for (const { namespace, name, value } of changes)
    await (value === null
      ? tx.query('delete from webdav_properties where item_id = $1 and namespace = $2 and name = $3', [
          id,
          namespace,
          name,
        ])
      : tx.query(
          `insert into webdav_properties (item_id, namespace, name, owner_id, value) values ($1, $2, $3, $4, $5)
           on conflict (item_id, namespace, name) do update set value = excluded.value`,
          [id, namespace, name, ownerId, value],
        ))
  if (changes.every(({ value }) => value === null)) return
  const [counts] = await tx.query<{ ofItem: number; ofAccount: number }>(countsSql, [ownerId, id])
  if ((counts?.ofItem ?? 0) > maxPerItem || (counts?.ofAccount ?? 0) > maxPerAccount) throw new DavError(507)
}

/** Gives a new item the properties of the one whose content it has; none where its account could then have too many. */
export const copyProperties = async (db: Db, from: string, to: string): Promise<void> => {
  await db.query(
    `insert into webdav_properties (item_id, namespace, name, owner_id, value)
     select $2, p.namespace, p.name, p.owner_id, p.value from webdav_properties p where p.item_id = $1
       and (select count(*) from webdav_properties a where a.owner_id = p.owner_id) <= $3
     on conflict do nothing`,
    [from, to, maxPerAccount - maxPerItem],
  )
}

const replacedSql = `with moved as (select namespace, name from webdav_properties where item_id = $1)
  delete from webdav_properties p where p.item_id = $2 and ((p.namespace, p.name) in (select namespace, name from moved)
    or $3 < (select count(*) from (select * from moved union select namespace, name from webdav_properties where item_id = $2) both_items))`

/**
 * Gives an item the properties of a file that ends, before those of the same name that it has; it keeps the others where it then has
 * no more than an item can have. Call it with the owner's names locked.
 */
export const moveProperties = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx.query(replacedSql, [from, to, maxPerItem])
  await tx.query('update webdav_properties set item_id = $2 where item_id = $1', [from, to])
}
