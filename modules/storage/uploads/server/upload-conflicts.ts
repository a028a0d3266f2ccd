import type { Db } from '../../../platform/index.ts'
import { toIso } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { isListed, isNamedSql, requireFolder } from '../../tree/index.ts'

interface UploadConflict {
  path: string
  size: number
  updated_at: string
  modified_at: string | null
}

interface ConflictRow {
  path: string
  size: number
  updated_at: Date
  modified_at: Date | null
}

const findSql = `with recursive wanted as (
    select w.path, string_to_array(ltrim(w.path, '/'), '/') as parts
    from unnest($3::text[]) as w (path)
  ), step as (
    select path, parts, 1 as depth, $2::uuid as parent from wanted
    union all
    select step.path, step.parts, step.depth + 1, folder.id from step
    cross join lateral (
      select i.id from items i where ${isNamedSql('i', 'coalesce(step.parent, $1)', 'step.parts[step.depth]')} and i.is_folder
      and ${isListed('i')}
    ) folder where step.depth < array_length(step.parts, 1)
  )
  select step.path, file.size, file.updated_at, file.modified_at from step
  cross join lateral (
    select i.size, i.updated_at, i.modified_at from items i
    where ${isNamedSql('i', 'coalesce(step.parent, $1)', 'step.parts[step.depth]')} and not i.is_folder
  ) file where step.depth = array_length(step.parts, 1)`

/** Finds existing files before an upload, so that the person is asked once. */
export class UploadConflicts {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /** Existing files that `paths` (relative to `parentId`) name. 404 for a parent outside of the scope. */
  async find(scope: Scope, parentId: string | null, paths: readonly string[]): Promise<UploadConflict[]> {
    const parent = (await requireFolder(this.db, scope, parentId))?.item.id ?? null
    const normalized = paths.map((path) => path.normalize('NFC').replaceAll('\0', ''))
    const rows = await this.db.query<ConflictRow>(findSql, [scope.ownerId, parent, normalized])
    const byPath = new Map(rows.map((row) => [row.path, row]))
    return paths.flatMap((path, at) => {
      const row = byPath.get(normalized[at] as string)
      if (!row) return []
      const { size, updated_at, modified_at } = row
      return [{ path, size, updated_at: updated_at.toISOString(), modified_at: toIso(modified_at) }]
    })
  }
}
