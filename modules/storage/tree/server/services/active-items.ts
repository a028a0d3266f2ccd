import type { Sql } from '../../../../platform/index.ts'
import type { Item } from '../../contract.ts'
import { type ItemPresentation, presentItem } from '../item.resource.ts'
import { type ItemRow, itemColumns, itemJoins } from '../item.row.ts'
import type { Actor } from '../scope.ts'

const statement = `with recursive up as (
    select id as item, id, parent_id, trashed_at from items where id = any($1::uuid[]) and ($2::uuid is null or owner_id = $2)
    union all
    select up.item, p.id, p.parent_id, p.trashed_at from up join items p on p.id = up.parent_id where up.trashed_at is null
  ), active as (
    select item from up group by item having bool_and(trashed_at is null) and ($3::uuid is null or bool_or(id = $3))
  )
  select ${itemColumns}, (select p.name from items p where p.id = i.parent_id) as parent_name
  from unnest($1::uuid[]) with ordinality as selected (id, position)
  join active on active.item = selected.id join items i on i.id = selected.id ${itemJoins('$4')} order by selected.position`

/** The given items that are active and within the scope, in the given order, each with its parent folder. */
export const activeItems = async (
  sql: Sql,
  scope: { ownerId: string | null; root: string | null; actor: Pick<Actor, 'userId'> },
  ids: readonly string[],
  presentation: ItemPresentation = {},
): Promise<Item[]> => {
  const rows = await sql.query<ItemRow & { parent_name: string | null }>(
    statement,
    [ids, scope.ownerId, scope.root, scope.actor.userId],
    'storage.active-items',
  )
  return rows.map((row) =>
    presentItem(row, {
      ...presentation,
      parent: row.parent_id && row.parent_name !== null ? { id: row.parent_id, name: row.parent_name } : null,
    }),
  )
}
