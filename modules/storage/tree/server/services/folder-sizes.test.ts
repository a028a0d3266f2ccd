import t from 'tap'
import { testUploads } from '../../../../../tests/support/chunks.ts'
import { randomBytes, seeded } from '../../../../../tests/support/random.ts'
import { seedFolder, seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'
import type { Db } from '../../../../platform/index.ts'
import type { Scope } from '../scope.ts'
import { trashSummary } from './trash-summary.ts'

interface Row {
  id: string
  parent_id: string | null
  is_folder: boolean
  trashed_at: Date | null
  size: number
  name: string
}

const rowsOf = (db: Db, owner: string) =>
  db.query<Row>(
    'select id, parent_id, is_folder, trashed_at, size, name from items where owner_id = $1 order by created_at, id',
    [owner],
  )

/** Expected summary of the trash, computed from the rows: everything that is trashed or below a trashed folder. */
const expectedTrash = (rows: readonly Row[]) => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inTrash = (row: Row | undefined): boolean =>
    row !== undefined && (row.trashed_at !== null || inTrash(byId.get(row.parent_id ?? '')))
  const trashed = rows.filter(inTrash)
  return {
    items: trashed.length,
    files: trashed.filter(({ is_folder }) => !is_folder).length,
    size: trashed.reduce((sum, { size }) => sum + size, 0),
  }
}

/** Expected sizes, computed from the rows: folder id → bytes and files. */
const expectedSizes = (rows: readonly Row[]): Record<string, string> => {
  const below = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const sums: Record<string, string> = {}
  const visit = (folder: Row): [number, number] => {
    let [size, files] = [0, 0]
    for (const child of below.get(folder.id) ?? []) {
      const [bytes, n] = child.is_folder ? visit(child) : [child.size, 1]
      if (child.trashed_at) continue
      size += bytes
      files += n
    }
    sums[folder.id] = `${size} in ${files}`
    return [size, files]
  }
  for (const row of rows) if (row.is_folder && !rows.some(({ id }) => id === row.parent_id)) visit(row)
  return sums
}

const storedSizes = async (db: Db, owner: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await db.query<{ id: string; size: number; files: number }>(
        `select i.id, coalesce(z.size, 0) as size, coalesce(z.files, 0) as files from items i
         left join folder_sizes z on z.folder_id = i.id where i.owner_id = $1 and i.is_folder`,
        [owner],
      )
    ).map(({ id, size, files }) => [id, `${size} in ${files}`]),
  )

t.test('folder sizes, trash summary: equal the rows after random actions and aggregations', async (t) => {
  const { upload, person, platform, storage } = await testUploads(t)
  const { db } = platform
  const { folderSizes, moves, trash, restore, copies, folders, versions } = storage.api
  const me = await person()
  const random = seeded(20261121)
  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const ref = (row: Row) => ({ items: [{ id: row.id, type: row.is_folder ? 'folder' : 'file' }] })
  const actions: Record<string, (live: Row[], dead: Row[]) => Promise<unknown>> = {
    create: (live) =>
      folders.create(me, { name: 'f', parent_id: any(live.filter((row) => row.is_folder))?.id ?? null }),
    fill: (live) => {
      const parent = any(live.filter((row) => row.is_folder))
      if (!parent) return Promise.resolve()
      return seedFolder(db, me.ownerId, 4, { parent: parent.id, folders: 0.3 })
    },
    replace: (live) => {
      const parent = any(live.filter((row) => row.is_folder))?.id
      const bytes = Buffer.from(randomBytes(1 + Math.floor(random() * 3_000), random))
      return upload(me, 'same.bin', bytes, { on_conflict: 'replace', ...(parent ? { parent_id: parent } : {}) })
    },
    version: async (live) => {
      const file = any(live.filter(({ name }) => name === 'same.bin'))
      const [version] = file ? await versions.list(me, file.id) : []
      if (file && version) await versions.restore(me, file.id, version.id)
    },
    move: (live) => {
      const row = any(live)
      return row
        ? moves.move(me, ref(row), random() < 0.2 ? null : (any(live.filter(({ is_folder }) => is_folder))?.id ?? null))
        : Promise.resolve()
    },
    copy: (live) => {
      const row = live.length < 150 ? any(live) : undefined
      return row
        ? copies.copy(me, ref(row), any(live.filter(({ is_folder }) => is_folder))?.id ?? null)
        : Promise.resolve()
    },
    trash: (live) => {
      const row = any(live)
      return row ? trash.remove(me, ref(row)) : Promise.resolve()
    },
    restore: (_, dead) => {
      const row = any(dead)
      return row ? restore.restore(me, ref(row), { toHome: random() < 0.3 }) : Promise.resolve()
    },
    purge: (live, dead) => {
      const row = any(dead) ?? any(live)
      return row ? trash.remove(me, { ...ref(row), force_delete: true }) : Promise.resolve()
    },
    aggregate: () => folderSizes.aggregate(me.ownerId),
  }
  const names = Object.keys(actions)
  const done: Record<string, number> = {}
  let hadContent = false
  for (let round = 0; round < 160; round++) {
    const rows = await rowsOf(db, me.ownerId)
    const name = names[Math.floor(random() * names.length)] as string
    const work = [name, ...(random() < 0.2 ? ['aggregate', 'fill'] : [])].map((each) =>
      (actions[each] as (typeof actions)[string])(
        rows.filter(({ trashed_at }) => !trashed_at),
        rows.filter(({ trashed_at }) => trashed_at),
      ).then(
        () => {
          done[each] = (done[each] ?? 0) + 1
        },
        // Expected errors: a move into itself, an item of a trashed tree, a parent that was removed concurrently.
        (error: { status?: number; code?: string }) => {
          if (!(error.status && error.status < 500) && error.code !== '23503') throw error
        },
      ),
    )
    await Promise.all(work)
    if (!t.strictSame(await trashSummary(db, me), expectedTrash(await rowsOf(db, me.ownerId)), `trash after ${name}`))
      break
    if (round % 10 !== 9) continue
    await folderSizes.aggregate(me.ownerId)
    t.strictSame(await trashSummary(db, me), expectedTrash(await rowsOf(db, me.ownerId)), 'the same when aggregated')
    const expected = expectedSizes(await rowsOf(db, me.ownerId))
    hadContent ||= Object.values(expected).some((sum) => !sum.startsWith('0 '))
    if (!t.strictSame(await storedSizes(db, me.ownerId), expected, `after ${round + 1} actions, the last: ${name}`))
      break
  }
  for (const name of names) t.ok((done[name] ?? 0) > 3, `${name} was done`)
  t.ok(hadContent, 'folders had content')
  t.same(await db.query('select 1 from folder_size_deltas'), [])
  const wrongSizes = async () => (await wrongCounters(db)).filter(({ what }) => what.endsWith(' size'))
  t.same(await wrongSizes(), [])
  const last = await seedOneFolder(db, me.ownerId, 'last')
  await seedFolder(db, me.ownerId, 6, { parent: last, folders: 0.5 })
  await trash.remove(me, { items: [{ id: last, type: 'folder' }] })
  t.ok(expectedTrash(await rowsOf(db, me.ownerId)).size > 0, 'the trash is not empty')
  await db.orm.migrator.down({ to: 'Migration20261123000810_trash_sizes' })
  await db.orm.migrator.up()
  t.same(await wrongSizes(), [], 'the migration counts existing folders and the trash')
})

t.test('folder sizes: listings show them, and fsck reports a wrong one', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { folderSizes, browse, trash, fsck } = storage.api
  const me = await person()
  const outer = await seedOneFolder(db, me.ownerId, 'outer')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', outer)
  await seedFolder(db, me.ownerId, 10, { parent: inner })
  const [{ size }] = (await db.query('select sum(size)::bigint as size from items')) as [{ size: number }]
  const shown = async () => (await browse.item(me, outer)).data.attributes.size
  t.equal(await shown(), 0)
  const events: unknown[] = []
  platform.events.on('storage.folders.resized', (event) => void events.push(event))
  t.same(await folderSizes.aggregateAll(), { owners: 1 })
  t.equal(await shown(), size)
  t.match(events, [{ ownerId: me.ownerId }])
  t.same(new Set((events[0] as { parentIds: string[] }).parentIds), new Set([null, outer]))
  await trash.remove(me, { items: [{ id: inner, type: 'folder' }] })
  await folderSizes.aggregate(me.ownerId)
  t.equal(await shown(), 0)
  await db.query(`update blobs set key = md5(key)`)
  const wrong = async () => (await fsck.run()).findings.filter(({ kind }) => kind === 'folder-size')
  t.same(await wrong(), [])
  await db.query('update folder_sizes set size = size + 7 where folder_id = $1', [inner])
  t.same(await wrong(), [{ kind: 'folder-size', id: inner, detail: `${size + 7} instead of ${size}` }])
})

t.test('folder sizes: a single folder shows the number of files in its tree', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { folderSizes, browse } = storage.api
  const me = await person()
  const outer = await seedOneFolder(db, me.ownerId, 'outer')
  const inner = await seedOneFolder(db, me.ownerId, 'inner', outer)
  await seedFolder(db, me.ownerId, 3, { parent: outer })
  await seedFolder(db, me.ownerId, 5, { parent: inner })
  await folderSizes.aggregate(me.ownerId)
  t.equal((await browse.item(me, outer)).meta.files, 8)
  t.equal((await browse.item(me, inner)).meta.files, 5)
  const file = (await browse.folder(me, inner, {})).data[0]?.data
  t.equal((await browse.item(me, file?.id as string)).meta.files, null, 'a file has none')
})

t.test('folder sizes: wrong data of one owner stop neither the aggregation nor the job for others', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { folderSizes, fsck } = storage.api
  const [cyclic, overflown, other] = [await person(), await person(), await person()]
  const ids = new Map<Scope, string>()
  for (const one of [cyclic, overflown, other]) {
    const id = await seedOneFolder(db, one.ownerId, 'folder')
    await seedFolder(db, one.ownerId, 2, { parent: id })
    ids.set(one, id)
  }
  const inner = await seedOneFolder(db, cyclic.ownerId, 'inner', ids.get(cyclic))
  await db.query('update items set parent_id = $2 where id = $1', [ids.get(cyclic), inner])
  await db.query(`insert into folder_sizes (folder_id, size, files, folders) values ($1, 9223372036854775807, 0, 0)`, [
    ids.get(overflown),
  ])
  t.same(await folderSizes.aggregateAll(), { owners: 2 })
  t.same(await db.query('select distinct owner_id from folder_size_deltas'), [{ owner_id: overflown.ownerId }])
  t.match(await storedSizes(db, other.ownerId), { [ids.get(other) as string]: / in 2$/ })
  await db.query('update blobs set key = md5(key)')
  const cycle = (await fsck.run()).findings.filter(({ kind }) => kind === 'cycle').map(({ id }) => id)
  t.ok(
    [ids.get(cyclic), inner].every((id) => cycle.includes(id as string)),
    'fsck ends and reports the cycle',
  )
})
