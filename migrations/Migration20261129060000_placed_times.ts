import { Migration } from '@mikro-orm/migrations'

/** Items know when they came into their folder, so that a selection of everything in it has nothing that came later. */
export class Migration20261129060000_placed_times extends Migration {
  override up(): void {
    this.addSql('alter table items add column placed_at timestamptz')
  }

  override down(): void {
    this.addSql('alter table items drop column placed_at')
  }
}
