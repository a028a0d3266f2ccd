import { Migration } from '@mikro-orm/migrations'

/** Custom links of more than 64 characters were accepted, but opened nothing. Their links open by their tokens again. */
export class Migration20261129032000_long_slugs extends Migration {
  override up(): void {
    this.addSql('update shares set slug = null, updated_at = now() where char_length(slug) > 64')
  }

  override down(): void {
    // Nothing refers to the removed slugs.
  }
}
