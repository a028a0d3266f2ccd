import { Migration } from '@mikro-orm/migrations'

/**
 * Listing plans rest on what the statistics say of an owner's root. By default a table is looked at again after a tenth of it
 * changed: on a large instance a newcomer with many files would wait for that, and their listing sort them all meanwhile.
 *
 * No down: the way down ends at Migration20261122000280, which has none.
 */
export class Migration20261122000260_items_statistics extends Migration {
  override up(): void {
    this.addSql('alter table items set (autovacuum_analyze_scale_factor = 0.01)')
  }
}
