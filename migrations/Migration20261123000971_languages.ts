import { Migration } from '@mikro-orm/migrations'

/** Languages that administrators changed or created, and their texts instead of the shipped ones. */
export class Migration20261123000971_languages extends Migration {
  override up(): void {
    this.addSql(`create table languages (
      locale text primary key,
      name text not null,
      removed boolean not null default false,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`)
    this.addSql(`create table language_strings (
      locale text not null references languages (locale),
      key text not null,
      value text not null,
      primary key (locale, key)
    )`)
  }

  override down(): void {
    this.addSql('drop table language_strings')
    this.addSql('drop table languages')
  }
}
