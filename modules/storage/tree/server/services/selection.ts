import type { Sql } from '../../../../platform/index.ts'
import type { ItemRef, Selection } from '../../contract.ts'
import { storageErrors } from '../errors.ts'
import type { Scope } from '../scope.ts'
import { findItem, requireFolder } from './find-item.ts'
import { notExcluded } from './root-exclusions.ts'

export interface TargetItems {
  items?: readonly ItemRef[]
  selection?: Selection
  /** Names the action that the call is a part of (`itemsToPlace`). */
  action_id?: string
}

/** Target items of a call as an SQL condition over `items`, whose values use the placeholders from `$first` on. */
export interface SelectedItems {
  condition(alias: string, first: number): string
  values: readonly unknown[]
  /** Ids of a list; empty for a selection. */
  ids: string[]
  /** State of each item of a list; empty for a selection. */
  items: SelectedItem[]
}

interface SelectedItem {
  id: string
  parent_id: string | null
  is_folder: boolean
  /** The item itself was trashed. */
  trashed: boolean
  /** A folder above the item is in the trash. */
  in_trashed_folder: boolean
  /** A folder above the item is in the list too. */
  has_selected_ancestor: boolean
}

const itemStatesSql = `with recursive up as (
    select id as item, id, parent_id, trashed_at, 0 as height from items where id = any($1::uuid[]) and owner_id = $2 and merged_by is null
    union all
    select up.item, p.id, p.parent_id, p.trashed_at, up.height + 1
    from up join items p on p.id = up.parent_id where up.height < 10000
  )
  select i.id, i.parent_id, i.is_folder, i.trashed_at is not null as trashed, above.in_trashed_folder, above.has_selected_ancestor
  from (
    select item, bool_or(height > 0 and trashed_at is not null) as in_trashed_folder,
      bool_or(height > 0 and id = any($1::uuid[])) as has_selected_ancestor, bool_or(id = $3) as inside
    from up group by item
  ) above join items i on i.id = above.item
  where $3::uuid is null or above.inside`

/** Resolves a list. 404 for the whole call unless every item is within the scope and has the given type (D28). */
const resolveList = async (sql: Sql, scope: Scope, items: readonly ItemRef[]): Promise<SelectedItems> => {
  const types = new Map(items.map(({ id, type }) => [id.toLowerCase(), type === 'folder']))
  const ids = [...types.keys()]
  const states = await sql.query<SelectedItem>(itemStatesSql, [ids, scope.ownerId, scope.root], 'storage.item-states')
  if (states.length !== ids.length || states.some((row) => types.get(row.id) !== row.is_folder))
    throw storageErrors.fail('item-not-found')
  return { condition: (alias, first) => `${alias}.id = any($${first}::uuid[])`, values: [ids], ids, items: states }
}

/**
 * SQL: the item came into its folder by this time. A time that the clock has not reached is from before the clock was put
 * back. Not `now()`, which is when this transaction began: other transactions may have placed items since.
 */
export const enteredBeforeSql = (item: string, time: string): string => {
  const entered = `greatest(${item}.created_at, ${item}.placed_at)`
  return `(${entered} < ${time} or ${entered} > clock_timestamp())`
}

const resolveListing = async (sql: Sql, scope: Scope, selection: Selection): Promise<SelectedItems> => {
  const { view, except, until } = selection
  const common = { ids: [], items: [] }
  if (view === 'trash' && selection.parent_id === null) {
    const { deleted_at: at } = selection
    return {
      ...common,
      condition: (alias, first) =>
        `${alias}.owner_id = $${first} and ${alias}.trashed_at is not null and ${alias}.merged_by is null
         and ${alias}.id <> all($${first + 1}::uuid[])
         and ($${first + 2}::timestamptz is null or ${alias}.trashed_at = $${first + 2})
         and ($${first + 3}::timestamptz is null or ${alias}.trashed_at <= $${first + 3})`,
      values: [scope.ownerId, except, dateOf(at), dateOf(until)],
    }
  }
  const parent =
    view === 'trash' ? await trashedFolder(sql, scope, selection.parent_id) : await activeParent(sql, scope, selection)
  return {
    ...common,
    condition: (alias, first) =>
      `${alias}.owner_id = $${first} and ${alias}.trashed_at is null and ${alias}.id <> all($${first + 1}::uuid[])
       and ($${first + 2}::timestamptz is null or ${enteredBeforeSql(alias, `$${first + 2}::timestamptz + interval '1 ms'`)}) and ${
         parent === null
           ? `${alias}.parent_id is null and ${notExcluded(alias, `$${first}`)}`
           : `${alias}.parent_id = $${first + 3}::uuid`
       }`,
    values: [scope.ownerId, except, dateOf(until), ...(parent === null ? [] : [parent])],
  }
}

const dateOf = (time: string | undefined): Date | null => {
  if (time === undefined) return null
  // JavaScript accepts years before 1 CE, which PostgreSQL rejects in this format.
  if (!(Date.parse(time) >= 0)) throw storageErrors.fail('item-not-found')
  return new Date(time)
}

const activeParent = async (sql: Sql, scope: Scope, { parent_id }: Selection) =>
  (await requireFolder(sql, scope, parent_id))?.item.id ?? null

const trashedFolder = async (sql: Sql, scope: Scope, id: string | null): Promise<string> => {
  const location = id === null ? null : await findItem(sql, scope, id)
  if (!location?.trashed) throw storageErrors.fail('item-not-found')
  return location.item.id
}

/** Resolves the target items of a call. 422 unless it has exactly one of list and selection. */
export const resolveSelection = (sql: Sql, scope: Scope, { items, selection }: TargetItems): Promise<SelectedItems> => {
  if (Boolean(items) === Boolean(selection)) throw storageErrors.fail('items-or-selection')
  return items ? resolveList(sql, scope, items) : resolveListing(sql, scope, selection as Selection)
}
