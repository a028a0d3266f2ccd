import { Migration } from '@mikro-orm/migrations'

const standard = "coalesce((select value from settings where name = 'language'), 'en')"

/** Own texts of the legal pages by language. What was one text for all readers becomes that of the installation's language. */
export class Migration20261130020000_page_texts extends Migration {
  override up(): void {
    this.addSql(`create table page_texts (
      slug text not null references pages (slug) on delete cascade,
      locale text not null,
      title text not null default '',
      content text not null default '',
      primary key (slug, locale)
    )`)
    this.addSql(`insert into page_texts (slug, locale, title, content)
      select slug, ${standard}, title, content from pages where title <> '' or content <> ''`)
    this.addSql('alter table pages drop column title, drop column content')
  }

  /** Texts in other languages are lost: the former version has one for all. */
  override down(): void {
    this.addSql(`alter table pages
      add column title text not null default '', add column content text not null default ''`)
    this.addSql(`update pages p set title = t.title, content = t.content
      from page_texts t where t.slug = p.slug and t.locale = ${standard}`)
    this.addSql('drop table page_texts')
  }
}
