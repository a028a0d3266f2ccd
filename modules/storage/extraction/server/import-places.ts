import type { Db } from '../../../platform/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import type { ImportedItem } from './importers.ts'

const notedSql = `w.operation_id = $1 and w.action = 'import'`

/** Folders of the import whose trees hold active items that do not stand for one of the export. */
const mixedSql = `with recursive mixed as (
    select i.parent_id as id from items i where i.owner_id = $2 and i.trashed_at is null and i.parent_id is not null
      and not exists (select from operation_items w where ${notedSql} and w.to_id = i.id)
    union
    select i.parent_id from mixed join items i on i.id = mixed.id where i.parent_id is not null
  ) select distinct w.to_id as id from operation_items w join mixed on mixed.id = w.to_id where ${notedSql}`

/** Items that are newer than the operation are those that it has made. */
const receivingSql = `with recursive up as (
    select i.parent_id as id from operation_items w join items i on i.id = w.to_id
    where ${notedSql} and i.created_at >= $4 and i.trashed_at is null and i.parent_id is not null
    union
    select i.parent_id from up join items i on i.id = up.id where i.parent_id is not null
  ) select i.id, i.name, i.is_folder as "isFolder" from up join items i on i.id = up.id
  where i.owner_id = $2 and i.id = any($3::uuid[]) and i.created_at < $4 order by i.name, i.id`

type Import = Pick<OperationRow, 'id' | 'scope' | 'created_at'>

/** Folders in which an import has met what was there before: a link of either side would open what is of the other. */
export class ImportPlaces {
  private mixed: Promise<Set<string>> | null = null
  private readonly db: Db
  private readonly op: Import
  constructor(db: Db, op: Import) {
    this.db = db
    this.op = op
  }

  /** Whether a folder of the import holds anything else, at any depth. Read once for all. */
  async isMixed(folderId: string): Promise<boolean> {
    this.mixed ??= this.db
      .query<{ id: string }>(mixedSql, [this.op.id, this.op.scope.ownerId], 'storage.mixed-folders')
      .then((rows) => new Set(rows.map(({ id }) => id)))
    return (await this.mixed).has(folderId)
  }

  /** Those of the folders that were there before, and into which the import has put something, at any depth. */
  receiving(folderIds: readonly string[]): Promise<ImportedItem[]> {
    const { id, scope, created_at } = this.op
    return this.db.query(receivingSql, [id, scope.ownerId, folderIds, created_at], 'storage.receiving-folders')
  }
}
