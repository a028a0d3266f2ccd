import { Migration } from '@mikro-orm/migrations'

/** The custom link of an ended link was free for everybody at once, with all who still had it. A trigger keeps it for its owner. */
export class Migration20261201060001_ended_slugs extends Migration {
  override up(): void {
    this.addSql(`create table ended_slugs (slug text not null, owner_id uuid not null,
      ended_at timestamptz not null default now(), primary key (slug))`)
    this.addSql('create index ended_slugs_ended_at_index on ended_slugs (ended_at)')
    this.addSql(`create function keep_ended_slug() returns trigger language plpgsql as $$
    begin
      insert into ended_slugs (slug, owner_id) values (old.slug, old.owner_id)
      on conflict (slug) do update set owner_id = excluded.owner_id, ended_at = excluded.ended_at;
      return null;
    end $$`)
    this.addSql(`create trigger keep_deleted_slug after delete on shares for each row
      when (old.slug is not null) execute function keep_ended_slug()`)
    this.addSql(`create trigger keep_changed_slug after update of slug on shares for each row
      when (old.slug is not null and new.slug is distinct from old.slug) execute function keep_ended_slug()`)
  }

  override down(): void {
    this.addSql('drop trigger keep_changed_slug on shares')
    this.addSql('drop trigger keep_deleted_slug on shares')
    this.addSql('drop function keep_ended_slug()')
    this.addSql('drop table ended_slugs')
  }
}
