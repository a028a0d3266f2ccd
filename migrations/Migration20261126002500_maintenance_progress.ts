import { Migration } from '@mikro-orm/migrations'

/** Checks of stored content and of backups are done in slices, and go on where they ended. */
export class Migration20261126002500_maintenance_progress extends Migration {
  override up(): void {
    this.addSql('create table maintenance_progress (name text primary key, state jsonb not null)')
  }

  override down(): void {
    this.addSql('drop table maintenance_progress')
  }
}
