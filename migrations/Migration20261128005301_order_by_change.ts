import { Migration } from '@mikro-orm/migrations'

const lists = {
  child: ['parent_id', 'trashed_at is null and parent_id is not null'],
  root: ['owner_id', 'trashed_at is null and parent_id is null'],
  trash: ['owner_id', 'trashed_at is not null and merged_by is null'],
} as const

/** Lists that are sorted by the last change use the file's own time, which they show, where its uploader sent one. */
export class Migration20261128005301_order_by_change extends Migration {
  override up(): void {
    this.replaceIndexes('coalesce(modified_at, updated_at)')
  }

  override down(): void {
    this.replaceIndexes('updated_at')
  }

  private replaceIndexes(time: string): void {
    for (const [name, [head, predicate]] of Object.entries(lists)) {
      this.addSql(`drop index items_${name}_updated_index`)
      this.addSql(
        `create index items_${name}_updated_index on items (${head}, is_folder, ${time}, id) where ${predicate}`,
      )
    }
  }
}
