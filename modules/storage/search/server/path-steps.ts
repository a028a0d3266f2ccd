import type { Sql } from '../../../platform/index.ts'
import { foldText } from '../../../shared/contract.ts'
import { isNamedSql, type NamedFolder } from '../../tree/index.ts'
import { wholeNameToken, wholeStemToken } from './tokens.ts'

/** An item on a path. */
export interface PathStep extends NamedFolder {
  is_folder: boolean
}

const columns = 'i.id, i.name, i.color, i.emoji, i.is_folder'

const named = (folder: string, at: string) => isNamedSql('i', folder, `($2::text[])[${at}]`)

/** $1 folder, or the owner for the root; $2 names. Each step is one row of the index of names. */
export const exactStepsSql = `with recursive walk as (
    select ${columns}, 1 as at from items i where ${named('$1', '1')}
    union all
    select ${columns}, walk.at + 1 from walk join items i on ${named('walk.id', 'walk.at + 1')}
    where walk.is_folder and walk.at < cardinality($2::text[])
  )
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
