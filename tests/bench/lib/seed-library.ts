import type { Db } from '../../../modules/platform/index.ts'
import { seedUser, withoutIndexes } from '../../support/seed.ts'

const perOwner = 1_000_000
const owners = 5
/** Entries of the measured folders; all other folders hold 500. */
export const folderSizes = { 'a hundred thousand': 100_000, 'a thousand': 1_000 } as const
const usual = 500

const stems =
  'project invoice contract holiday family travel budget meeting report garden kitchen school concert wedding bicycle mountain island harbour castle museum library market station airport recipe winter summer autumn spring birthday portrait landscape drawing sketch manual tutorial lecture seminar thesis chapter'
const endings = 'a er ing ist um on el or ia us o en ly al ic'

/** Creates one owner's folders: the two measured ones, and the others within ten folders of the root. */
const folders = `with made as (
    insert into items (owner_id, creator_id, is_folder, name, kind)
    select $1, $1, true, 'Shelf ' || n, 'folder' from generate_series(1, 10) n returning id, name
  ), measured as (
    insert into items (owner_id, creator_id, is_folder, name, kind, child_count)
    select $1, $1, true, s.name, 'folder', s.size from unnest($2::text[], $3::int[]) s (name, size) returning id, name, child_count
  ), usual as (
    insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, child_count)
    select $1, $1, (select id from made where name = 'Shelf ' || (n % 10 + 1)), true,
      (string_to_array($6, ' '))[n % 40 + 1] || ' ' || n, 'folder', $5 from generate_series(1, $4::int) n returning id, child_count
  ) select id, child_count as count, name from measured union all select id, child_count, null from usual`

/** Creates the files of many folders at once, all with one blob: photos, documents, music, some names in Cyrillic and Chinese. */
const files = `with place as (
    select f.id as parent_id, f.start + n as n from unnest($2::uuid[], $3::int[], $4::int[]) f (id, count, start), generate_series(1, f.count) n
  ), word as (
    select parent_id, n, abs(hashint8(n)) as h, abs(hashint8(n + 1000000007)) as g from place
  ), named as (
    select parent_id, n, h,
      (string_to_array($6, ' '))[h % 40 + 1] || (string_to_array($7, ' '))[h / 64 % 15 + 1] as one,
      (string_to_array($6, ' '))[g % 40 + 1] || (string_to_array($7, ' '))[g / 64 % 15 + 1] as two
    from word
  )
  insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id, created_at, updated_at)
  select $1, $1, parent_id, false,
    case when n % 100000 = 4711 then 'Zanzibar ' || n || '.pdf' else case n % 10
      when 0 then 'IMG_' || 20100000 + h % 9 * 10000 + n % 12 * 100 + h % 28 || '_' || lpad((h % 235959)::text, 6, '0') || '.jpg'
      when 1 then 'IMG_' || 20180000 + n % 6 * 10000 + h % 12 * 100 + n % 28 || '_' || lpad((h % 235959)::text, 6, '0') || '.jpg'
      when 2 then 'IMG-' || 20230000 + h % 12 * 100 + n % 28 || '-WA' || lpad((n % 10000)::text, 4, '0') || '.jpg'
      when 3 then 'DSC' || lpad((h % 100000)::text, 5, '0') || '.NEF'
      when 4 then one || ' ' || two || ' ' || 1990 + h % 36 || '.pdf'
      when 5 then initcap(one) || '-' || two || '-' || n % 97 || '.docx'
      when 6 then 'Rechnung_' || n || '_' || one || '.pdf'
      when 7 then two || ' (' || n % 30 || ').mp3'
      when 8 then one || '_' || two || '_final_v' || n % 7 || '.xlsx'
      else case when n % 50 = 9 then 'Отчёт за ' || n % 2000 || ' ' || one || '.pdf'
        when n % 50 = 19 then '旅行照片' || n % 500 || '号.png' else initcap(two) || ' ' || h % 100000 || '.mp4' end
    end end,
    case n % 10 when 0 then 'image' when 1 then 'image' when 2 then 'image' when 3 then 'image' when 7 then 'audio' when 9 then 'video' else 'document' end,
    h % 10000000, $5, now() - n * interval '37 seconds', now() - n * interval '37 seconds' from named`

const fillOwner = async (db: Db, owner: string): Promise<void> => {
  const [blob] = await db.query<{ id: string }>(
    `insert into blobs (key, size, sha256, crc32, media_type) values ('seed/' || gen_random_uuid(), 1, sha256(''), 0, 'application/octet-stream') returning id`,
  )
  const rest = perOwner - Object.values(folderSizes).reduce((sum, size) => sum + size, 0)
  const made = await db.query<{ id: string; count: number }>(folders, [
    owner,
    Object.keys(folderSizes),
    Object.values(folderSizes),
    Math.floor(rest / (usual + 1)),
    usual,
    stems,
  ])
  let start = 0
  const places = made.map(({ id, count }) => {
    const place = { id, count, start }
    start += count
    return place
  })
  for (let at = 0; at < places.length; at += 100) {
    const some = places.slice(at, at + 100)
    await db.query(files, [
      owner,
      some.map(({ id }) => id),
      some.map(({ count }) => count),
      some.map(({ start }) => start),
      blob?.id,
      stems,
      endings,
    ])
  }
  await db.query(
    `insert into usage (user_id, root_count) values ($1, 12) on conflict (user_id) do update set root_count = usage.root_count + 12`,
    [owner],
  )
}

/** Five million items, a million of them the instance's first account's. Files have no bytes on disk. */
export const seedLibrary = (db: Db): Promise<void> =>
  withoutIndexes(db, async () => {
    const [user] = await db.query<{ id: string }>('select id from users order by created_at limit 1')
    await fillOwner(db, (user as { id: string }).id)
    for (let other = 1; other < owners; other++) await fillOwner(db, await seedUser(db))
  })
