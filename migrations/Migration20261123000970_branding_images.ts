import { Migration } from '@mikro-orm/migrations'

/** Re-encoded logos and icons of the installation. Settings name the current ones. */
export class Migration20261123000970_branding_images extends Migration {
  override up(): void {
    this.addSql(`create table branding_images (
      file text primary key,
      setting text not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    )`)
    this.addSql('create index branding_images_setting_index on branding_images (setting)')
  }

  override down(): void {
    this.addSql('drop table branding_images')
  }
}
