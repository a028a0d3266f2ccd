import t from 'tap'
import type { Item } from '../../storage/contract.ts'
import type { FilesTools } from '../../storage/ui.ts'
import { revokeLinks } from './revoke-links.ts'

const items = Array.from({ length: 1_200 }, (_, n) => {
  const relationships = { shared: { data: { type: 'shared', id: `s${n}`, attributes: {} } } }
  return { id: `i${n}`, type: 'file', attributes: { name: `item ${n}` }, relationships } as unknown as Item
})

/** Shared items as the page lists them. */
const setUp = () => {
  const shown = new Set(items.map(({ id }) => id))
  const marked = new Set(shown)
  const errors: { error: unknown; retry?: () => void }[] = []
  const toasts: string[] = []
  const tools = {
    t: (key: string, values: { count: number }) => `${key} ${values?.count}`,
    feedback: { confirm: async () => true, toast: ({ text }: { text: string }) => toasts.push(text) },
    removeRows: (_view: unknown, ids: ReadonlySet<string>) => {
      const taken = [...ids].filter((id) => shown.delete(id))
      return () => taken.forEach((id) => void shown.add(id))
    },
    setRelationship: (id: string, _what: string, value: unknown) =>
      value === undefined ? marked.delete(id) : marked.add(id),
    showError: (error: unknown, retry?: () => void) => errors.push({ error, retry }),
  } as unknown as FilesTools
  return { shown, marked, errors, toasts, tools }
}

t.test('revoke: many links take several calls; after an error exactly the unrevoked items reappear', async (t) => {
  const { shown, marked, errors, toasts, tools } = setUp()
  const asked: number[] = []
  let fails = true
  const revokeOf = async (ids: string[]) => {
    asked.push(ids.length)
    if (asked.length === 2 && fails) throw new Error('offline')
  }
  await revokeLinks(items, tools, { revokeOf })
  t.same(asked, [500, 500])
  t.equal(shown.size, 700)
  t.equal(marked.size, 700)
  t.notOk(shown.has('i499'))
  t.ok(shown.has('i500'))
  t.same(toasts, [])

  fails = false
  errors[0]?.retry?.()
  await new Promise(setImmediate)
  t.same(asked, [500, 500, 500, 200], 'only what is left')
  t.same([shown.size, marked.size], [0, 0])
  t.same(toasts, ['sharing:revoke.done 700'])
})
