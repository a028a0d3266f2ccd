import { Migration } from '@mikro-orm/migrations'

/**
 * What checks find wrong with stored content is a column of its blob. Until now a list beside the mark of damaged content
 * had it, and the two could differ. Whether a check that found it first notified administrators is unknown: they are notified once more.
 */
export class Migration20261129043000_content_faults extends Migration {
  override up(): void {
    this.addSql(`alter table blobs add column content_fault text
      constraint blobs_content_fault_check check (content_fault in ('missing-blob', 'size-mismatch', 'sha-mismatch')),
      add column fault_reported_at timestamptz`)
    this.addSql(`update blobs set content_fault = 'sha-mismatch' where damaged_at is not null`)
    this.addSql(`update blobs set content_fault = f.kind
      from maintenance_progress p, jsonb_to_recordset(p.state -> 'damaged') as f (kind text, id text)
      where p.name = 'content' and blobs.key = f.id`)
    this.addSql(`update maintenance_progress set state = state - 'damaged' where name = 'content'`)
    this.addSql('create index blobs_content_fault_index on blobs (key) where content_fault is not null')
  }

  override down(): void {
    this.addSql(`update maintenance_progress set state = state || jsonb_build_object('damaged', coalesce((
      select jsonb_agg(jsonb_build_object('kind', content_fault, 'id', key)) from (
        select content_fault, key from blobs where content_fault is not null order by key limit 1000
      ) f), '[]')) where name = 'content'`)
    this.addSql('drop index blobs_content_fault_index')
    this.addSql('alter table blobs drop column fault_reported_at, drop column content_fault')
  }
}
