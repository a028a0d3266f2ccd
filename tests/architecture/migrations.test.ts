import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import t from 'tap'
import { connect } from '../../modules/platform/server/db/connect.ts'
import type { Db } from '../../modules/platform/server/db/db.ts'
import { migrationsFolder } from '../../modules/platform/server/db/migrations.ts'
import { Events } from '../../modules/platform/server/events.ts'
import { createLogger } from '../../modules/platform/server/logger.ts'
import { testDatabase } from '../support/database.ts'
import { seedUser } from '../support/seed.ts'
import { catalogOf } from './catalog.ts'

const sources = new Map(
  readdirSync(migrationsFolder).map((file) => [parse(file).name, readFileSync(join(migrationsFolder, file), 'utf8')]),
)
const withoutDown = [...sources].filter(([, source]) => !/override (async )?down\(/.test(source))
/** Its columns are the only ones with values above that no older schema can hold. */
const openDownloads = 'Migration20261122000290_open_downloads'
/** The way down ends here. */
const lastWithoutDown =
  withoutDown
    .map(([name]) => name)
    .sort()
    .at(-1) ?? ''

t.test('a migration without down says why', async (t) => {
  const silent = withoutDown.filter(([, source]) => !/^ \* No down: .{20,}\.$/m.test(source))
  t.strictSame(
    silent.map(([name]) => name),
    [],
  )
})

const uuid = (digit: number) => `${`${digit}`.repeat(8)}-0000-4000-8000-000000000000`
const [folder, file, blob, share, request, uploader, operation, batch] = [1, 2, 3, 4, 5, 6, 7, 8].map(uuid)

/** Rows in every table that a migration with `down` changes, with the JSON that it rewrites. */
const rowsOf = (user: string) => [
  `insert into blobs (id, key, size, sha256, crc32, media_type) values ('${blob}', 'k', 3, '\\x01', 7, 'text/plain')`,
  `insert into items (id, owner_id, is_folder, name, kind) values ('${folder}', '${user}', true, 'Folder', 'folder')`,
  `insert into items (id, owner_id, parent_id, is_folder, name, kind, size, blob_id)
   values ('${file}', '${user}', '${folder}', false, 'a.txt', 'document', 3, '${blob}')`,
  `update usage set used_bytes = 3, reserved_bytes = 4, documents_bytes = 3 where user_id = '${user}'`,
  `insert into traffic (user_id, day, uploaded_bytes, downloaded_bytes) values ('${user}', '2026-11-23', 3, 5)`,
  // The way up makes totals of ended days again.
  `insert into traffic_totals (day, uploaded_bytes, downloaded_bytes) values ('2026-11-23', 3, 5)`,
  `insert into upload_sessions (principal, id, owner_id, name, received_bytes, reserved_bytes, last_chunk_crc32, staging_key, expires_at)
   values ('user:1', '${file}', '${user}', 'b.txt', 1, 4, 9, 's', '2027-01-01')`,
  `insert into remote_batches (id, principal, owner_id, permission, had_parent, access_grant)
   values ('${batch}', 'user:1', '${user}', 'owner', false, '{"kind":"request","uploader":"${uploader}"}')`,
  `insert into remote_urls (id, batch_id, position, url, failure_reason, total_bytes, received_bytes, lease_id)
   values ('${file}', '${batch}', 0, 'https://example.org', 'timeout', 9, 2, '${batch}')`,
  `insert into operations (id, kind, owner_id, scope, input, target_folder_id, processed, reserved_bytes)
   values ('${operation}', 'copy', '${user}', '{"ownerId":"${user}","grant":{"kind":"request","uploader":"${uploader}"}}', '{"targets":{"all":false}}', '${folder}', 2, 1)`,
  `insert into operation_items (operation_id, item_id, to_id) values ('${operation}', '${file}', '${folder}')`,
  `insert into zip_requests (principal, owner_id, selection, expires_at) values ('user:1', '${user}', '{"all":true}', '2027-01-01')`,
  `insert into shares (id, owner_id, item_id, token_hash, token_encrypted, permission, expires_in_hours, notify_on_download, require_email_code)
   values ('${share}', '${user}', '${folder}', '\\x01', '\\x02', 'visitor', 24, 'first', true)`,
  `insert into share_recipients (share_id, email) values ('${share}', 'a@example.org')`,
  `insert into share_access_log (share_id, action, visitor, visitor_count, etag, active_transfers, reserved_until, ip)
   values ('${share}', 'downloaded', 'v', 1, 'e', 1, '2027-01-01', '127.0.0.1')`,
  `insert into file_requests (id, owner_id, token_hash, token_encrypted, message, status, auto_close, accepted_types, allow_uploader_close, received_files)
   values ('${request}', '${user}', '\\x01', '\\x02', 'Please', 'closed', true, '["image"]', false, 1)`,
  `insert into file_request_uploaders (id, request_id, token_hash, submitted_at)
   values ('${uploader}', '${request}', '\\x03', '2026-11-23')`,
  `insert into file_request_items (item_id, request_id, uploader_id, is_folder) values ('${file}', '${request}', '${uploader}', false)`,
  `insert into audit_log (action, target) values ('share.created', '${share}')`,
  `insert into email_tokens (user_id, purpose, token_hash, expires_at) values ('${user}', 'verify-email', '\\x01', '2027-01-01')`,
  `insert into personal_access_tokens (user_id, name, token_hash) values ('${user}', 'token', '\\x01')`,
  `insert into jobs._private_tasks (identifier) values ('cleanup-accounts'), ('aggregate-folder-sizes')`,
]

/** Tables, columns, indexes, constraints, views, sequences, functions and triggers. */
const schemaOf = async (db: Db): Promise<unknown> => ({
  tables: await db.transaction((tx) => catalogOf(tx, 'public')),
  others: await db.query(`select relname as name, relkind::text as text from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('v', 'S')
    union all select viewname, definition from pg_views where schemaname = 'public'
    union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'jobs.%'
    union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prolang <>
      (select oid from pg_language where lanname = 'c') order by 1, 2`),
})

const dataOf = async (db: Db): Promise<Map<string, unknown[]>> => {
  const tables = await db.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where (schemaname = 'public' or tablename = '_private_tasks') and tablename <> 'mikro_orm_migrations' order by 1`,
  )
  const data = new Map<string, unknown[]>()
  for (const { name } of tables)
    data.set(name, await db.query(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`))
  return data
}

t.test('each down leads back to the schema before its up, and no row is lost on the way down and up', async (t) => {
  const log = createLogger({ level: 'warn', pretty: false })
  const { url } = await testDatabase(t)
  const db = await connect({ url, entities: [], events: new Events(log), log, poolSize: 2 })
  t.teardown(() => db.orm.close(true))
  for (const statement of rowsOf(await seedUser(db))) await db.query(statement)
  const before = await dataOf(db)
  const filled = [...before.values()].filter((rows) => rows.length > 0).length
  t.ok(filled >= 20, `tables with rows (${filled})`)
  const executed = async () => (await db.orm.migrator.getExecuted()).map(({ name }) => name)

  const schemas = [await schemaOf(db)]
  const reverted: string[] = []
  for (let last = (await executed()).at(-1); last && last > lastWithoutDown; last = (await executed()).at(-1)) {
    await db.orm.migrator.down()
    schemas.push(await schemaOf(db))
    reverted.push(last)
  }
  t.ok(reverted.length >= 50, `migrations with down (${reverted.length})`)
  const deltas = 'select count(*)::int as n from size_deltas'
  const [was] = await db.query<{ n: number }>(deltas)
  await db.query(`update items set size = 5 where id = '${file}'`)
  t.ok((await db.query<{ n: number }>(deltas))[0]!.n > was!.n, 'triggers work under their former names')
  await db.query(`update items set size = 3 where id = '${file}'`)
  await db.query(`delete from size_deltas where id > ${was!.n}`)

  while (reverted.length > 0) {
    t.strictSame(await schemaOf(db), schemas.pop(), `before the up of ${reverted.at(-1)}`)
    const name = reverted.pop() as string
    await db.orm.migrator.up({ to: name })
    if (name === openDownloads) await db.query(`update share_access set open = 1, archive = 'e'`)
  }
  t.strictSame(await schemaOf(db), schemas.pop(), 'the newest schema')
  t.strictSame(await dataOf(db), before, 'rows')
})
