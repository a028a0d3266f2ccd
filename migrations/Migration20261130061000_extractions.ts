import { Migration } from '@mikro-orm/migrations'

const kinds = (names: string) => `check (kind in (${names}))`

/** Archives are extracted by operations, which list what they left out (decision 0051). The table holds a week. */
export class Migration20261130061000_extractions extends Migration {
  override up(): void {
    this.addSql('alter table operations add column left_out jsonb null')
    this.replaceKinds("'copy', 'move', 'trash', 'restore', 'purge', 'extract'")
  }

  override down(): void {
    this.addSql(`delete from operations where kind = 'extract'`)
    this.replaceKinds("'copy', 'move', 'trash', 'restore', 'purge'")
    this.addSql('alter table operations drop column left_out')
  }

  private replaceKinds(names: string): void {
    this.addSql('alter table operations drop constraint operations_kind_check')
    this.addSql(`alter table operations add constraint operations_kind_check ${kinds(names)}`)
  }
}
