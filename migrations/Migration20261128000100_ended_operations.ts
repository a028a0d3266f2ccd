import { Migration } from '@mikro-orm/migrations'

/** Ended operations are looked for every minute, to be deleted after their undo; each removal to the trash is one of them. */
export class Migration20261128000100_ended_operations extends Migration {
  override up(): void {
    this.addSql(`create index operations_ended_index on operations (updated_at) where state <> 'running'`)
  }

  override down(): void {
    this.addSql('drop index operations_ended_index')
  }
}
