import { Migration } from '@mikro-orm/migrations'

/** The folder that items were moved to; the account itself stands for its root. No reference: a deleted folder has no name to show. */
export class Migration20261127003000_activity_targets extends Migration {
  override up(): void {
    this.addSql('alter table folder_activity add column target_id uuid')
  }

  override down(): void {
    this.addSql('alter table folder_activity drop column target_id')
  }
}
