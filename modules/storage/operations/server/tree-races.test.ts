import fc from 'fast-check'
import t from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { unreachable, wrongCounters } from '../../../../tests/support/wrong-counters.ts'

const folder = (id: string) => ({ id, type: 'folder' })

t.test('tree: counters stay correct after random actions', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { api } = storage
  const kinds = ['create', 'fill', 'move', 'moveAll', 'trash', 'restore', 'home', 'purge', 'restoreAll'] as const
  const succeeded = new Set<string>()
  const action = fc.record({
    what: fc.constantFrom(...kinds),
    pick: fc.nat(1_000),
    other: fc.nat(1_000),
  })
  const property = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
    const me = await person()
    for (const { what, pick, other } of actions) {
      const rows = await db.query<{ id: string; is_folder: boolean }>(
        'select id, is_folder from items where owner_id = $1 order by id',
        [me.ownerId],
      )
      const folders = rows.filter((row) => row.is_folder)
      const item = rows[pick % Math.max(rows.length, 1)]
      const parent = other % 4 === 0 ? null : (folders[other % Math.max(folders.length, 1)]?.id ?? null)
      const items = item ? [{ id: item.id, type: item.is_folder ? 'folder' : 'file' }] : []
      const act = {
        create: () => api.folders.create(me, { name: `f${pick}`, parent_id: parent }),
        fill: () => seedFolder(db, me.ownerId, 3, { parent, folders: 0.3 }),
        move: () => api.moves.move(me, { items }, parent),
        moveAll: () =>
          api.moves.move(
            me,
            { selection: { view: 'files', parent_id: item?.is_folder ? item.id : null, except: [] } },
            parent,
          ),
        trash: () => api.trash.remove(me, { items }),
        restore: () => api.restore.restore(me, { items }),
        home: () => api.restore.restore(me, { items }, { toHome: true }),
        purge: () => api.trash.remove(me, { items, force_delete: true }),
        restoreAll: () =>
          api.restore.restore(me, { selection: { view: 'trash', parent_id: null, except: items.map(({ id }) => id) } }),
      }[what]
      await act().then(
        () => succeeded.add(what),
        (error: { status?: number }) => {
          // Random actions may be invalid; other errors are faults.
          if (error.status !== 404 && error.status !== 422) throw error
        },
      )
    }
    const wrong = await wrongCounters(db)
    if (wrong.length > 0) throw new Error(JSON.stringify(wrong))
    if ((await unreachable(db)).length > 0) throw new Error('a cycle')
  })
  await fc.assert(property, { numRuns: 40 })
  t.same(
    kinds.filter((kind) => !succeeded.has(kind)),
    [],
    'each kind of action has succeeded at least once',
  )
})

t.test('tree: concurrent trash, restore, move and purge of one folder keep the counters correct', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { api } = storage
  const me = await person()
  for (let round = 0; round < 60; round++) {
    const [a, b] = [await seedOneFolder(db, me.ownerId, `a${round}`), await seedOneFolder(db, me.ownerId, `b${round}`)]
    await seedFolder(db, me.ownerId, 3, { parent: a })
    const results = await Promise.allSettled([
      api.trash.remove(me, { items: [folder(a)] }),
      api.moves.move(me, { items: [folder(a)] }, b),
      api.restore.restore(me, { items: [folder(a)] }),
      api.trash.remove(me, { items: [folder(a)], force_delete: true }),
      api.folders.create(me, { name: 'late', parent_id: a }),
    ])
    for (const result of results)
      if (result.status === 'rejected' && ![404, 422].includes(result.reason.status))
        t.fail(String(result.reason.stack))
  }
  t.same(await wrongCounters(db), [])
  t.same(await unreachable(db), [])
})

t.test('create folder: 404 when the parent is purged concurrently', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const parent = await seedOneFolder(db, me.ownerId, 'going')
  let late: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.query('delete from items where id = $1', [parent])
    late = t.rejects(storage.api.folders.create(me, { name: 'late', parent_id: parent }), {
      code: 'parent-not-found',
    })
    // The call has read its parent and waits for the deletion to commit.
    const waiting = () =>
      db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await poll(waiting, (rows) => rows.length > 0)
  })
  await late
})

t.test('control: wrongCounters reports counters that are off by one', async (t) => {
  const { platform, person } = await testStorage(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 2, { parent: await seedOneFolder(platform.db, me.ownerId, 'f') })
  await platform.db.query('update items set child_count = child_count + 1 where is_folder')
  await platform.db.query(
    'update usage set used_bytes = used_bytes + 1, root_count = root_count - 1, trash_count = trash_count + 1',
  )
  t.same((await wrongCounters(platform.db)).map(({ what }) => what).sort(), ['children', 'roots', 'trash', 'used'])
})
