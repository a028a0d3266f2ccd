import { Migration } from '@mikro-orm/migrations'

/**
 * Open uploads of a caller are counted at each new one, among up to a day's finished ones.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000002_open_uploads extends Migration {
  override up(): void {
    this.addSql('create index upload_sessions_open_index on upload_sessions (principal) where finished_at is null')
  }
}
