import { Migration } from '@mikro-orm/migrations'

type Names = readonly (readonly [from: string, to: string])[]

const tables: Names = [
  ['share_access', 'share_access_log'],
  ['upload_requests', 'file_requests'],
  ['request_guests', 'file_request_uploaders'],
  ['request_items', 'file_request_items'],
]

/** Columns by the new name of their table. */
const columns: Readonly<Record<string, Names>> = {
  shares: [
    ['token_sealed', 'token_encrypted'],
    ['expire_in', 'expires_in_hours'],
    ['notify', 'notify_on_download'],
    ['verify_recipients', 'require_email_code'],
  ],
  share_access_log: [
    ['at', 'occurred_at'],
    ['kind', 'action'],
    ['people', 'visitor_count'],
    ['slot_until', 'reserved_until'],
    ['open', 'active_transfers'],
    ['archive', 'archive_etag'],
    ['address', 'ip'],
  ],
  file_requests: [
    ['token_sealed', 'token_encrypted'],
    ['ends_by_itself', 'auto_close'],
    ['kinds', 'accepted_types'],
    ['received', 'received_files'],
    ['notes', 'message'],
    ['guests_may_close', 'allow_uploader_close'],
  ],
  file_request_uploaders: [
    ['done_at', 'submitted_at'],
    ['told_at', 'notified_at'],
  ],
  file_request_items: [['guest_id', 'uploader_id']],
}

/** Constraints whose names end in a renamed column, after their table's name was replaced. */
const constraints: Readonly<Record<string, Names>> = {
  shares: [['shares_notify_check', 'shares_notify_on_download_check']],
  share_access_log: [['share_access_log_kind_check', 'share_access_log_action_check']],
  file_request_items: [['file_request_items_guest_id_fkey', 'file_request_items_uploader_id_fkey']],
}

const indexes: Names = [
  ['share_access_log_slots_index', 'share_access_log_downloads_index'],
  ['file_request_uploaders_untold_index', 'file_request_uploaders_unnotified_index'],
  ['file_request_items_guest_id_index', 'file_request_items_uploader_id_index'],
]

/** What storage shows other modules of its items: a view, so that a join with it is planned as one with the table. */
const itemSummaries = `create view item_summaries as
  select id, parent_id, is_folder, name, child_count, created_at, trashed_at from items`

/** A table, and the constraints, indexes and sequences that are named after it. */
const renameTable = (from: string, to: string) => [
  `alter table ${from} rename to ${to}`,
  `do $$ declare named text; begin
     for named in select conname from pg_constraint where conrelid = '${to}'::regclass and conname like '${from}\\_%' loop
       execute format('alter table ${to} rename constraint %I to %I', named, '${to}' || substr(named, ${from.length + 1}));
     end loop;
     for named in select c.relname from pg_class c where c.relkind = 'i' and c.relname like '${from}\\_%'
       and c.oid in (select indexrelid from pg_index where indrelid = '${to}'::regclass)
       and not exists (select from pg_constraint where conindid = c.oid) loop
       execute format('alter index %I rename to %I', named, '${to}' || substr(named, ${from.length + 1}));
     end loop;
     if to_regclass('${from}_id_seq') is not null then
       execute 'alter sequence ${from}_id_seq rename to ${to}_id_seq';
     end if;
   end $$`,
]

const renameColumns = (table: string, names: Names) =>
  names.map(([from, to]) => `alter table ${table} rename column ${from} to ${to}`)

const renameConstraints = (table: string, names: Names) =>
  names.map(([from, to]) => `alter table ${table} rename constraint ${from} to ${to}`)

const renameIndexes = (names: Names) => names.map(([from, to]) => `alter index ${from} rename to ${to}`)

const renameStatus = (from: string, to: string) => [
  'alter table file_requests drop constraint file_requests_status_check',
  `update file_requests set status = '${to}' where status = '${from}'`,
  `alter table file_requests add constraint file_requests_status_check check (status in ('active', '${to}', 'expired'))`,
]

const reversed = (names: Names): Names => names.map(([from, to]) => [to, from] as const)

/** Share links and file requests in the terms of docs/glossary.md. */
export class Migration20261123000500_sharing_names extends Migration {
  override up(): void {
    const statements = [
      ...tables.flatMap(([from, to]) => renameTable(from, to)),
      ...Object.entries(columns).flatMap(([table, names]) => renameColumns(table, names)),
      ...Object.entries(constraints).flatMap(([table, names]) => renameConstraints(table, names)),
      ...renameIndexes(indexes),
      ...renameStatus('filled', 'closed'),
      itemSummaries,
    ]
    for (const statement of statements) this.addSql(statement)
  }

  override down(): void {
    const statements = [
      'drop view item_summaries',
      ...renameStatus('closed', 'filled'),
      ...renameIndexes(reversed(indexes)),
      ...Object.entries(constraints).flatMap(([table, names]) => renameConstraints(table, reversed(names))),
      ...Object.entries(columns).flatMap(([table, names]) => renameColumns(table, reversed(names))),
      ...reversed(tables).flatMap(([from, to]) => renameTable(from, to)),
    ]
    for (const statement of statements) this.addSql(statement)
  }
}
