import { Migration } from '@mikro-orm/migrations'

/** Checks mark blobs whose stored content differs from its hash: downloads read the mark with the metadata and fail. */
export class Migration20261129033000_damaged_content extends Migration {
  override up(): void {
    this.addSql('alter table blobs add column damaged_at timestamptz')
  }

  override down(): void {
    this.addSql('alter table blobs drop column damaged_at')
  }
}
