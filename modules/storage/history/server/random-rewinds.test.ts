import t from 'tap'
import { seeded } from '../../../../tests/support/random.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import { onConflictChoices } from '../../tree/contract.ts'

interface Row {
  id: string
  is_folder: boolean
  trashed_at: Date | null
  parent_id: string | null
}

t.test('rewind: equals the tree at each moment after random actions, and no content is lost', async (t) => {
  const { db, api, person, tree, contents, moment, rewind, put, sound } = await testRestorePoints(t)
  const me = await person()
  const random = seeded(20261130)
  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const ref = ({ id, is_folder }: Row) => ({ items: [{ id, type: is_folder ? 'folder' : 'file' }] })
  const name = () => `${any(['a', 'b', 'c', 'd'])}${random() < 0.2 ? ' (1)' : ''}`
  const into = (live: readonly Row[]) => any([null, ...live.filter((row) => row.is_folder)])?.id ?? null
  const choice = () => any(onConflictChoices.filter((each) => each !== 'ask'))
  const actions: Record<string, (live: Row[], dead: Row[]) => Promise<unknown> | undefined> = {
    create: (live) => api.folders.create(me, { name: name(), parent_id: into(live) }),
    put: (live) => put(me, `${name()}.txt`, `content ${Math.floor(random() * 1e9)}`, into(live)),
    same: (live) => put(me, `${name()}.txt`, `content ${Math.floor(random() * 3)}`, into(live)),
    version: async (live) => {
      const file = any(live.filter((row) => !row.is_folder))
      const version = file && any(await api.versions.list(me, file.id))
      if (version) await api.versions.restore(me, file.id, version.id)
    },
    rename: (live) => {
      const row = any(live)
      return row && api.folders.rename(me, row.id, { name: row.is_folder ? name() : `${name()}.txt` })
    },
    move: (live) => {
      const row = any(live)
      return row && api.moves.move(me, ref(row), into(live), choice())
    },
    copy: (live) => {
      const row = live.length < 60 ? any(live) : undefined
      return row && api.copies.copy(me, ref(row), into(live))
    },
    trash: (live) => {
      const row = any(live)
      return row && api.trash.remove(me, ref(row))
    },
    restore: (_, dead) => {
      const row = any(dead)
      return row && api.restore.restore(me, ref(row), { toHome: random() < 0.3, onConflict: choice() })
    },
  }
  const names = [...Object.keys(actions), 'create', 'put', 'put', 'put']
  const act = async () => {
    const rows = await db.query<Row>('select id, is_folder, trashed_at, parent_id from items where owner_id = $1', [
      me.ownerId,
    ])
    const run = actions[any(names) as string] as (typeof actions)[string]
    await Promise.resolve(
      run(
        rows.filter(({ trashed_at }) => !trashed_at),
        rows.filter(({ trashed_at }) => trashed_at),
      ),
    ).catch((error: { status?: number }) => {
      if (!(error.status && error.status < 500)) throw error
    })
  }
  const moments: { at: string; before: string[] }[] = []
  const acknowledged = new Set<string>()
  const remember = async () => {
    for (const sha of await contents(me)) acknowledged.add(sha)
  }
  const check = async (which: { at: string; before: string[] }) => {
    await remember()
    await rewind(me, null, which.at)
    if (!t.strictSame(await tree(me), which.before, `as at ${which.at}`)) return false
    const left = await contents(me)
    return t.same(
      [...acknowledged].filter((sha) => !left.has(sha)),
      [],
      'no content is lost',
    )
  }
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 14; n++) await act()
    moments.push({ at: await moment(), before: await tree(me) })
    if (round % 4 === 3 && !(await check(any(moments) as (typeof moments)[number]))) return
  }
  for (const each of moments.toReversed()) if (!(await check(each))) return
  t.ok(acknowledged.size > 40 && moments.some(({ before }) => before.length > 10), `${acknowledged.size} contents`)
  await sound(t)
})
