import { Migration } from '@mikro-orm/migrations'

/** Comments on files and folders. A deleted one stays for an hour, until when it can be restored. */
export class Migration20261130040100_item_comments extends Migration {
  override up(): void {
    this.addSql(`create table item_comments (
      id uuid primary key default gen_random_uuid(),
      item_id uuid not null references items (id) on delete cascade,
      author_id uuid references users (id) on delete set null,
      body text not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      deleted_by_author boolean not null default false,
      constraint item_comments_body_check check (char_length(body) between 1 and 2000))`)
    this.addSql('create index item_comments_item_index on item_comments (item_id, created_at desc, id desc)')
    this.addSql('create index item_comments_author_index on item_comments (author_id, created_at, id)')
    this.addSql(
      'create index item_comments_deleted_at_index on item_comments (deleted_at) where deleted_at is not null',
    )
  }

  override down(): void {
    this.addSql('drop table item_comments')
  }
}
