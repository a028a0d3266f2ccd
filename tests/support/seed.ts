import type { Db } from '../../modules/platform/index.ts'

interface SeedOptions {
  /** Null: the owner's root. */
  parent?: string | null
  /** Share of entries that are folders, 0–1; default 0. */
  folders?: number
  /** Start of the names; a number follows without leading zeros, so that natural order matters. */
  prefix?: string
  /** Rows per statement, so that other queries run in between. */
  batch?: number
}

/** Entries of a large folder: hundreds of pages of a list. `LOAD_ENTRIES=100000` for the full size, which the bench has. */
export const largeFolderSize = Number(process.env.LOAD_ENTRIES ?? 20_000)

/** An account for tests and benches; no password. */
export const seedUser = async (db: Db, email = `u${crypto.randomUUID()}@example.com`): Promise<string> => {
  const [user] = await db.query<{ id: string }>(
    `insert into users (email, email_verified_at, color) values ($1, now(), '#00BC7E') returning id`,
    [email],
  )
  return (user as { id: string }).id
}

/** One folder, with correct counters; returns its id. */
export const seedOneFolder = async (
  db: Db,
  owner: string,
  name: string,
  parent: string | null = null,
): Promise<string> => {
  const [made] = await db.query<{ id: string }>(
    `insert into items (owner_id, creator_id, parent_id, is_folder, name, kind) values ($1, $1, $2, true, $3, 'folder') returning id`,
    [owner, parent, name],
  )
  await countIn(db, owner, parent, 1, 0)
  return (made as { id: string }).id
}

const countIn = async (
  db: Db,
  owner: string,
  parent: string | null,
  children: number,
  bytes: number,
  kinds: readonly number[] = [0, 0, 0, 0],
): Promise<void> => {
  if (parent) await db.query('update items set child_count = child_count + $2 where id = $1', [parent, children])
  await db.query(
    `insert into usage (user_id, used_bytes, root_count, images_bytes, videos_bytes, audios_bytes, documents_bytes) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set used_bytes = usage.used_bytes + $2, root_count = usage.root_count + $3,
       images_bytes = usage.images_bytes + $4, videos_bytes = usage.videos_bytes + $5, audios_bytes = usage.audios_bytes + $6, documents_bytes = usage.documents_bytes + $7`,
    [owner, bytes, parent ? 0 : children, ...kinds],
  )
}

const rows = `with numbers as (
    select n, gen_random_uuid() as id, gen_random_uuid() as blob_id, (n::bigint * 7919) % $5 < $4 as is_folder,
      (array['image', 'video', 'audio', 'document', 'other'])[n % 5 + 1] as kind, (n::bigint * 2654435761) % 10000000 + 1 as size
    from generate_series($6::int, $7::int) as n
  ), bytes as (
    insert into blobs (id, key, size, sha256, crc32, media_type)
    select blob_id, 'seed/' || blob_id, size, sha256(blob_id::text::bytea), n, 'application/octet-stream'
    from numbers where not is_folder
  ), made as (
    insert into items (id, owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, created_at, updated_at)
    select id, $1, $1, $2, is_folder, $3 || n || case when is_folder then '' else '.bin' end,
      case when is_folder then 'folder' else kind end, case when is_folder then 0 else size end,
      case when is_folder then null else blob_id end,
      now() - (n % 86400) * interval '1 second', now() - ((n * 31) % 86400) * interval '1 second'
    from numbers returning size, kind
  ) select count(*) as n, sum(size) as bytes, array(
      select coalesce(sum(size) filter (where made.kind = k), 0)
      from unnest(array['image', 'video', 'audio', 'document']) with ordinality as w (k, at), made group by k, at order by at
    ) as kinds from made`

/**
 * Fills a folder with `count` entries by set-based SQL (100,000 in seconds) and keeps the counters right. Files have a
 * blob row but no bytes on disk: for listings, moves and the trash, not for downloads.
 */
export const seedFolder = async (db: Db, owner: string, count: number, options: SeedOptions = {}): Promise<void> => {
  const { parent = null, folders = 0, prefix = 'item ', batch = 2_000 } = options
  for (let start = 1; start <= count; start += batch) {
    const end = Math.min(start + batch - 1, count)
    const [made] = await db.query<{ n: number; bytes: number; kinds: number[] }>(rows, [
      owner,
      parent,
      prefix,
      Math.round(folders * 10_000),
      10_000,
      start,
      end,
    ])
    await countIn(db, owner, parent, made?.n ?? 0, made?.bytes ?? 0, made?.kinds.map(Number))
  }
}

/**
 * For millions of rows: drops the indexes and foreign keys of `items` while `fn` fills it and recreates them afterwards.
 * Requires exclusive use of the database. The index of names stays: the trigger that gives free names reads it for each row.
 */
export const withoutIndexes = async (db: Db, fn: () => Promise<void>): Promise<void> => {
  const indexes = await db.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'items'::regclass and not i.indisunique`,
  )
  const references = await db.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'items'::regclass and contype = 'f'`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  for (const { name } of references) await db.query(`alter table items drop constraint ${name}`)
  try {
    await fn()
  } finally {
    await db.transaction(async (tx) => {
      await tx.setStatementTimeout(0)
      await tx.query(`set local maintenance_work_mem = '512MB'`)
      for (const { definition } of indexes) await tx.query(definition)
      for (const { name, definition } of references)
        await tx.query(`alter table items add constraint ${name} ${definition}`)
    })
  }
}

/** Does what autovacuum would do a minute later: statistics, and the visibility map for index-only scans. */
export const settle = (db: Db): Promise<object[]> => db.query('vacuum (analyze) items')
