import { Migration } from '@mikro-orm/migrations'

/**
 * Words of contents (decision 0050). Contents that exist already are found by the job that reads them, so this takes no
 * time. Many words are kept outside the rows, which a search reads by the hundred, and need no statistics: the plan of a
 * search does not depend on them, and collecting them would read every word.
 */
export class Migration20261130060001_content_search extends Migration {
  override up(): void {
    this.addSql(`create table blob_texts (
      blob_id uuid primary key references blobs (id) on delete cascade,
      owner_id uuid not null,
      status text not null default 'pending',
      attempts smallint not null default 0,
      due_at timestamptz not null default now(),
      created_at timestamptz not null,
      words tsvector null,
      constraint blob_texts_status_check check (status in ('pending', 'ready', 'failed'))
    ) with (toast_tuple_target = 128)`)
    this.addSql('alter table blob_texts alter column words set statistics 0')
    this.addSql(
      'create index blob_texts_words_index on blob_texts using gin (words) with (gin_pending_list_limit = 512)',
    )
    this.addSql(`create index blob_texts_unread_index on blob_texts (status, created_at desc) where status <> 'ready'`)
    this.addSql('create index blob_texts_created_at_index on blob_texts (created_at)')
  }

  override down(): void {
    this.addSql('drop table blob_texts')
  }
}
