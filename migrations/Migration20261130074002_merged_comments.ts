import { Migration } from '@mikro-orm/migrations'

/** Comments on a folder that was merged are on the folder that stays; the undo returns them. */
export class Migration20261130074002_merged_comments extends Migration {
  override up(): void {
    this.addSql('alter table item_comments add column merged_from uuid')
    this.addSql(
      'create index item_comments_merged_from_index on item_comments (merged_from) where merged_from is not null',
    )
  }

  override down(): void {
    this.addSql('alter table item_comments drop column merged_from')
  }
}
