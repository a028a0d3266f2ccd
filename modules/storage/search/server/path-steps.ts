import type { Sql } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import { type NamedFolder, pathWalkSql } from '../../tree/index.ts'
import { wholeNameToken, wholeStemToken } from './tokens.ts'

/** An item on a path. */
export interface PathStep extends NamedFolder {
  is_folder: boolean
}

const columns = 'i.id, i.name, i.color, i.emoji, i.is_folder'

/** $1 folder, or the owner for the root; $2 names. */
export const exactStepsSql = `${pathWalkSql(columns)}
  select id, name, color, emoji, is_folder from walk order by at`

/** The items on the path below a folder (the owner for the root) whose names equal `parts`, as far as there are some. */
export const exactSteps = (sql: Sql, folder: string, parts: readonly string[]): Promise<PathStep[]> =>
  sql.query<PathStep>(exactStepsSql, [folder, parts.map((part) => part.normalize('NFC'))], 'storage.path-steps')

/** Items of the owner with the wanted name, in all folders, of which those in the wanted folder are looked for. */
const maxNamed = 5_000

const keyOf = (token: string, kind: 1 | 2) => `hashtextextended(${token}::text, uuid_hash_extended($1::uuid, ${kind}))`

/**
 * $1 owner, $2 folder or null, $3 folded name, $4 token of folders, $5 token of files. The index of the search finds the
 * name; another plan would fold all names in the folder.
 */
export const foldedStepSql = `with named as materialized (
    select i.* from items i where i.trashed_at is null
    and search_keys(i.owner_id, i.id, i.is_folder, i.kind, i.name) && array[${keyOf('$4', 1)}, ${keyOf('$5', 2)}]
    limit ${maxNamed}
  )
  select ${columns} from named i where i.owner_id = $1 and i.parent_id is not distinct from $2::uuid
  and search_fold(i.name) = $3 order by i.is_folder desc, i.name, i.id limit 1`

/** The item in a folder whose name equals `part` but for case and accents, a folder before a file; null for none. */
export const foldedStep = async (
  sql: Sql,
  owner: string,
  folder: string | null,
  part: string,
): Promise<PathStep | null> => {
  const text = foldText(part.trim())
  const [found] = await sql.query<PathStep>(
    foldedStepSql,
    [owner, folder, text, wholeNameToken({ text }), wholeStemToken({ text })],
    'storage.folded-path-step',
  )
  return found ?? null
}
