import { checkName, type NameProblem } from '../contract.ts'
import { storageErrors } from './errors.ts'

const codes = {
  empty: 'name-empty',
  'too-long': 'name-too-long',
  'forbidden-character': 'name-forbidden-character',
  reserved: 'name-reserved',
} as const satisfies Record<NameProblem, string>

/**
 * SQL: `item` (an alias) is alive and has the name `wanted` in the folder `folder` (the owner's id for the root). At most
 * one item does; the index of names answers.
 */
export const isNamed = (item: string, folder: string, wanted: string): string =>
  `case when ${item}.trashed_at is null then coalesce(${item}.parent_id, ${item}.owner_id) end = ${folder}::uuid
   and hashtextextended(${item}.name, 0) = hashtextextended(${wanted}::text, 0) and ${item}.name = ${wanted}::text`

/** The name in NFC, or 422 with the reason at `field`. */
export const cleanName = (given: string, field = 'name'): string => {
  const checked = checkName(given)
  if ('name' in checked) return checked.name
  const code = codes[checked.problem]
  throw storageErrors.fail(code, { field })
}
