import { Migration } from '@mikro-orm/migrations'

/** What is exported is read while it is downloaded: it was stored as one value, and outgrew the memory of the process. */
export class Migration20261128000800_exports_without_content extends Migration {
  override up(): void {
    this.addSql('alter table data_exports drop column manifest')
  }

  override down(): void {
    this.addSql('alter table data_exports add column manifest jsonb')
  }
}
