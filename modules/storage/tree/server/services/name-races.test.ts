import t from 'tap'
import { testNames } from '../../../../../tests/support/names.ts'
import { wrongCounters } from '../../../../../tests/support/wrong-counters.ts'

const file = (id: string) => ({ id, type: 'file' })

t.test('D50 names: concurrent pairs of actions never give one name twice', async (t) => {
  const { api, me, put, make, db, repeated } = await testNames(t)
  const [source, bin] = [await make('source'), await make('bin')]
  const actions: Record<string, (name: string, to: string | null) => Promise<unknown>> = {
    upload: (name, to) => put(name, to ?? undefined),
    create: (name, to) => api.folders.create(me, { name, parent_id: to }),
    copy: async (name, to) => {
      const { id } = await put(name, source)
      return api.copies.copy(me, { items: [file(id)] }, to)
    },
    move: async (name, to) => {
      const { id } = await put(name, bin)
      return api.moves.move(me, { items: [file(id)] }, to)
    },
    rename: async (name, to) => {
      const { id } = await put(`was ${name}`, to ?? undefined)
      return api.folders.rename(me, id, { name })
    },
    restore: async (name, to) => {
      const { id } = await put(name, to ?? undefined)
      await api.trash.remove(me, { items: [file(id)] })
      return api.restore.restore(me, { items: [file(id)] })
    },
  }
  const kinds = Object.keys(actions)
  const pairs = kinds.flatMap((one, at) => kinds.slice(at).map((two) => [one, two] as const))
  for (const place of ['root', 'folder'])
    for (const [one, two] of pairs) {
      const to = place === 'root' ? null : await make(`${one} and ${two}`)
      const rounds =
        place === 'root' && ['upload', 'create'].includes(one) && ['upload', 'create'].includes(two) ? 40 : 10
      const results = await Promise.allSettled(
        Array.from({ length: rounds }, (_none, n) =>
          [one, two].map((kind) => (actions[kind] as (typeof actions)[string])(`${one} ${two} ${n % 4}.txt`, to)),
        ).flat(),
      )
      for (const result of results) if (result.status === 'rejected') t.fail(`${place} ${one} ${two}: ${result.reason}`)
    }
  t.same(await repeated(), [])
  t.same(await wrongCounters(db), [])
})
