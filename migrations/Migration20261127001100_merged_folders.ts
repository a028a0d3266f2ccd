import { Migration } from '@mikro-orm/migrations'

const trashIndexes = {
  name: 'name',
  created: 'created_at',
  updated: 'updated_at',
  size: 'size',
  kind: 'kind',
  deleted: 'trashed_at',
}
const createTrashIndexes = (predicate: string): string[] =>
  Object.entries(trashIndexes).map(
    ([name, column]) =>
      `create index items_trash_${name}_index on items (owner_id, is_folder, ${column}, id) where ${predicate}`,
  )

/** Operations of the former version deleted such folders; their lists do not say since when items had been in the trash. */
const setTrashedAt = `update operation_items e set trashed_at = o.created_at from operations o
  where o.id = e.operation_id and o.kind = 'restore' and e.outcome is null`

/**
 * The undo of a restore returns the exact trash: folders that the restore merged and emptied stay, hidden by `merged_by`, and
 * lists tell since when each item was in the trash.
 */
export class Migration20261127001100_merged_folders extends Migration {
  override up(): void {
    this.addSql(`alter table items add column merged_by uuid,
      add constraint items_merged_is_folder check (is_folder or merged_by is null)`)
    for (const name of Object.keys(trashIndexes)) this.addSql(`drop index items_trash_${name}_index`)
    for (const index of createTrashIndexes('trashed_at is not null and merged_by is null')) this.addSql(index)
    this.addSql('create index items_merged_index on items (owner_id, merged_by) where merged_by is not null')
    this.addSql('alter table operation_items add column trashed_at timestamptz')
    this.addSql(setTrashedAt)
  }

  /** Hidden folders are in the trash again. */
  override down(): void {
    this.addSql(`update usage set trash_count = trash_count + hidden.n from (
        select owner_id, count(*) as n from items where merged_by is not null and trashed_at is not null group by owner_id
      ) hidden where hidden.owner_id = usage.user_id`)
    // With the column go the indexes that mention it.
    this.addSql('alter table items drop column merged_by')
    for (const index of createTrashIndexes('trashed_at is not null')) this.addSql(index)
    this.addSql('alter table operation_items drop column trashed_at')
  }
}
