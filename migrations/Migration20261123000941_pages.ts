import { Migration } from '@mikro-orm/migrations'

/** Legal pages; an empty title or content stands for the default text. */
export class Migration20261123000941_pages extends Migration {
  override up(): void {
    this.addSql(`create table pages (
      slug text primary key,
      visible boolean not null default true,
      title text not null default '',
      content text not null default '',
      updated_at timestamptz not null default now()
    )`)
    this.addSql(`insert into pages (slug, updated_at)
      select slug, '2026-11-23Z' from unnest(array['terms-of-service', 'privacy-policy', 'cookie-policy']) slug`)
  }

  override down(): void {
    this.addSql('drop table pages')
  }
}
