import { Migration } from '@mikro-orm/migrations'

/**
 * What the right of a caller without an account rests on, kept with what is fetched for them.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261121000240_grounds extends Migration {
  override up(): void {
    this.addSql('alter table remote_batches add column ground jsonb null')
  }
}
