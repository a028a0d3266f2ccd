import t from 'tap'
import { insertFileRow } from '../../../../../tests/support/search.ts'
import { seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import type { Scope } from '../../../tree/index.ts'
import { Search } from '../search.ts'
import { firstPlace, queueAfter, settleText } from './text-queue.ts'

interface Row {
  id: string
  owner_id: string
  parent_id: string | null
  is_folder: boolean
  trashed_at: Date | null
}

/** A generator of numbers that are the same in each run. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

t.test('contents: after any moves and removals, a caller finds exactly the files that they may open', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { moves, trash, restore, annotations, searchIndex } = storage.api
  const random = randomOf(7)
  const owners = [await person(), await person()] as const
  const rows = () =>
    db.query<Row>('select id, owner_id, parent_id, is_folder, trashed_at from items order by created_at, id')
  for (const { ownerId } of owners) {
    const folders: (string | null)[] = [null]
    for (let n = 0; n < 12; n += 1) {
      const parent = folders[random(folders.length)] ?? null
      folders.push(await seedOneFolder(db, ownerId, `folder ${n}`, ...(parent ? [parent] : [])))
    }
    for (let n = 0; n < 25; n += 1)
      await insertFileRow(platform, ownerId, `${n}.txt`, { parent_id: folders[random(folders.length)] ?? null })
  }
  for (let place = firstPlace; ; ) {
    const next = await queueAfter(db, place)
    if (!next) break
    place = next
  }
  const texts = await db.query<{ blob_id: string; owner_id: string }>('select blob_id, owner_id from blob_texts')
  t.equal(texts.length, 50)
  for (const text of texts) await settleText(db, { ...text, key: '', media_type: '' }, ['secret', 'plan'])

  const [own, other] = owners
  const opened = (await rows()).filter((row) => row.owner_id === other.ownerId && row.is_folder)
  const scopes: Scope[] = [
    own,
    ...[1, 4].map((n): Scope => ({ ...other, root: opened[n]?.id ?? '', actor: own.actor, permission: 'visitor' })),
  ]
  const searches = [100_000, 1].map((limit) => new Search(db, searchIndex, annotations, async () => true, limit))
  for (let step = 0; step < 30; step += 1) {
    const all = await rows()
    const byId = new Map(all.map((row) => [row.id, row]))
    const chainOf = (row: Row): Row[] => {
      const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
      return [row, ...(parent ? chainOf(parent) : [])]
    }
    const mayOpen = (row: Row) => {
      const chain = chainOf(row)
      return (
        chain.every(({ trashed_at }) => trashed_at === null) &&
        scopes.some(
          ({ ownerId, root }) => row.owner_id === ownerId && (root === null || chain.some(({ id }) => id === root)),
        )
      )
    }
    const expected = all.filter((row) => !row.is_folder && mayOpen(row)).map(({ id }) => id)
    for (const search of searches)
      for (const query of [{ query: 'secret' }, { content: 'plan secret' }]) {
        const found = await search.findInAll(scopes, { ...query, per_page: 50 })
        t.same(found.data.map(({ data }) => data.id).sort(), [...expected].sort(), `step ${step}`)
      }
    const scope = owners[random(2)] as Scope
    const mine = all.filter((row) => row.owner_id === scope.ownerId)
    const row = mine[random(mine.length)] as Row
    const items = [{ id: row.id, type: row.is_folder ? ('folder' as const) : ('file' as const) }]
    const target = mine.filter(({ is_folder }) => is_folder)[random(12)] as Row
    const change = row.trashed_at
      ? restore.restore(scope, { items })
      : random(3) === 0
        ? trash.remove(scope, { items })
        : moves.move(scope, { items }, target.id)
    // Not into itself, into the trash or out of it.
    await change.catch(() => undefined)
  }
})
