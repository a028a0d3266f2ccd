import { type CreateFolder, checkName, maxNameBytes, type NameProblem } from '../contract.ts'
import { storageErrors } from './errors.ts'

const codes = {
  empty: 'name-empty',
  'too-long': 'name-too-long',
  'forbidden-character': 'name-forbidden-character',
  reserved: 'name-reserved',
} as const satisfies Record<NameProblem, string>

/**
 * SQL condition: `item` (an alias) is active and has the name `wanted` in `folder` (the owner's id for the root). True
 * for at most one item, which the index `items_name_unique` finds.
 */
export const isNamedSql = (item: string, folder: string, wanted: string): string =>
  `case when ${item}.trashed_at is null then coalesce(${item}.parent_id, ${item}.owner_id) end = ${folder}::uuid
   and hashtextextended(${item}.name, 0) = hashtextextended(${wanted}::text, 0) and ${item}.name = ${wanted}::text`

/**
 * Rows `walk` for a statement to begin with: the active items on the path $2 (names) below the folder $1 (the owner for the
 * root), as far as there are some, with these columns of `i`, and `at`, which counts from 1. Each step is one row of the
 * index of names.
 */
export const pathWalkSql = (columns: string): string => {
  const named = (folder: string, at: string) => isNamedSql('i', folder, `($2::text[])[${at}]`)
  return `with recursive walk as (
    select ${columns}, 1 as at from items i where ${named('$1', '1')}
    union all
    select ${columns}, walk.at + 1 from walk join items i on ${named('walk.id', 'walk.at + 1')}
    where walk.is_folder and walk.at < cardinality($2::text[])
  )`
}

/** The name in NFC; 422 at `field` when it is invalid. */
export const cleanName = (given: string, field = 'name'): string => {
  const checked = checkName(given)
  if ('name' in checked) return checked.name
  throw storageErrors.fail(codes[checked.problem], { field, values: { limit: maxNameBytes } })
}

/** The name of a folder to create: an upload, which asks to `merge`, keeps outer spaces; a typed name loses them. */
export const folderNameOf = ({ name, on_conflict }: Pick<CreateFolder, 'name' | 'on_conflict'>): string =>
  on_conflict === 'merge' ? name : name.trim()
