import type { Sql } from '../../../../platform/index.ts'
import type { ParentRef } from '../../contract.ts'
import type { Scope } from '../scope.ts'

/** Folder id → path from the scope's root to that folder; null when it is trashed or outside the scope. */
export type AncestorPaths = Map<string, ParentRef[] | null>

interface Step extends ParentRef {
  start: string
  trashed: boolean
  parent_id: string | null
}

const ancestorsSql = `with recursive up as (
    select id as start, id, parent_id, trashed_at, 0 as height from items where id = any($1::uuid[]) and owner_id = $2
    union all
    select up.start, p.id, p.parent_id, p.trashed_at, up.height + 1 from up join items p on p.id = up.parent_id
    where up.trashed_at is null and up.height < 10000
  )
  select up.start, up.id, up.parent_id, i.name, i.color, i.emoji, up.trashed_at is not null as trashed
  from up join items i on i.id = up.id order by up.start, up.height desc`

/** Paths of folders. Reads all ancestors, because `trashed_at` is set on the root of a trashed tree only. */
export const ancestorsOf = async (
  sql: Sql,
  scope: Pick<Scope, 'ownerId' | 'root'>,
  folders: readonly string[],
): Promise<AncestorPaths> => {
  const paths: AncestorPaths = new Map(folders.map((id) => [id, null]))
  if (folders.length === 0) return paths
  const steps = await sql.query<Step>(ancestorsSql, [folders, scope.ownerId], 'storage.ancestors')
  for (const [start, chain] of Map.groupBy(steps, (step) => step.start)) {
    const rootIndex = scope.root === null ? 0 : chain.findIndex(({ id }) => id === scope.root)
    if (rootIndex < 0 || chain[0]?.parent_id !== null || chain.some(({ trashed }) => trashed)) continue
    paths.set(
      start,
      chain.slice(rootIndex).map(({ id, name, color, emoji }) => ({ id, name, color, emoji })),
    )
  }
  return paths
}
