import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { loadComponents } from '../../../tests/support/components.ts'
import { compactListing, type Item } from '../../storage/contract.ts'
import { testItem } from '../../storage/tree/client/test-items.ts'
import type { FolderPageData } from '../pages/share/files/+data.ts'
import type { createShareEditorActions as CreateActions } from './share-editor.actions.ts'
import type { createSharedFolder as CreateFolder } from './shared-folder.store.ts'

const { createSharedFolder, createShareEditorActions } = await loadComponents<{
  createSharedFolder: typeof CreateFolder
  createShareEditorActions: typeof CreateActions
}>(t, ['modules/sharing/client/shared-folder.store.ts', 'modules/sharing/client/share-editor.actions.ts'])

/** The last page of a folder with 150 rows, whose deletes wait for `held`, and a clock. */
const setUp = (t: Test) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const rows = Array.from({ length: 150 }, (_, at) => testItem(`f${at}`))
  const listed = (from: number, count: number) => ({
    data: rows.slice(from, from + count).map((data) => ({ data })),
    meta: {
      ...{ root: { data: testItem('folder', { type: 'folder' }) }, path: [] },
      paginate: { total: rows.length, from, nextCursor: from + count < rows.length ? String(from + count) : null },
    },
  })
  const held = Promise.withResolvers<void>()
  const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  const value = async (url: string, { method }: RequestInit) => {
    if (method === 'GET') {
      const query = new URL(url, 'http://localhost').searchParams
      return json(listed(Number(query.get('at') ?? query.get('cursor')), 100))
    }
    await held.promise
    rows.splice(120, 30)
    return json({ message: 'Deleted' })
  }
  t.intercept(globalThis, 'fetch', { configurable: true, value })
  t.intercept(globalThis, 'document', { configurable: true, value: { cookie: '' } })
  const folder = createSharedFolder({
    visit: { share: { attributes: { token: 'token' } } },
    show: { sorting: { field: 'name', direction: 'ASC' } },
    listing: compactListing(listed(120, 30) as never),
  } as unknown as FolderPageData)
  const actions = createShareEditorActions({
    ...{ folder, shown: () => folder, token: 'token', t: (key: string) => key, askConflict: () => null },
    feedback: { toast: () => 1 } as never,
  })
  return { rows, held, folder, actions }
}

t.test('link editor: rows of the last page that are deleted stay away, although others are read', async (t) => {
  const { rows, held, folder, actions } = setUp(t)
  const removing = actions.remove({ items: rows.slice(120) })
  t.equal(folder.listing.state.total, 120)
  folder.more()
  for (let turns = 0; turns < 20; turns += 1) await turn()
  t.equal(folder.listing.state.total, 120, 'while the call is running')
  held.resolve()
  await removing
  while (folder.state.loading) await turn()
  t.equal(folder.listing.state.total, 120)
  t.strictSame([folder.state.from, folder.listing.at(90)?.id, folder.listing.at(119)?.id], [90, 'f90', 'f119'])
  t.equal(folder.listing.find('f120'), undefined)
})

t.test('link editor: a delete that hangs holds back reads no longer than a read may take', async (t) => {
  const { rows, folder, actions } = setUp(t)
  void actions.remove({ items: rows.slice(120) })
  folder.more()
  mock.timers.tick(29_000)
  for (let turns = 0; turns < 20; turns += 1) await turn()
  t.equal(folder.state.loading, true)
  mock.timers.tick(1_000)
  for (let turns = 0; turns < 20; turns += 1) await turn()
  t.equal(folder.state.loading, false)
  t.equal(folder.listing.at(90)?.id, 'f90')
})

/** An editor's actions in a folder of 600 rows. `answer`: the response to a call that changes something. */
const setUpCalls = async (t: Test, answer: (url: string, body: Record<string, unknown>) => [number, object]) => {
  const rows = Array.from({ length: 600 }, (_, at) => testItem(`f${at}`))
  const toasts: { kind?: string; text: string; action?: { onAct(): void } }[] = []
  const sent: { url: string; body: { items?: unknown[]; action_id?: string; undo?: string } }[] = []
  const value = async (url: string, { body }: RequestInit) => {
    const parsed = body ? JSON.parse(String(body)) : {}
    sent.push({ url, body: parsed })
    const [status, response] = answer(url, parsed)
    return new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } })
  }
  t.intercept(globalThis, 'fetch', { configurable: true, value })
  t.intercept(globalThis, 'document', { configurable: true, value: { cookie: '', documentElement: { lang: 'en' } } })
  const refreshed: Record<string, number> = { folder: 0, other: 0 }
  const edited: Record<string, string[]> = { folder: [], other: [] }
  const open = (id: string) => ({
    id,
    listing: {
      remove: () => [],
      insert: () => {},
      edit: (item: Item) => edited[id]?.push(item.attributes.name),
    },
    selection: { clear: () => {}, rowsRemoved: () => {} },
    refresh: async () => {
      refreshed[id] = (refreshed[id] ?? 0) + 1
    },
    readAfter: <T>(calls: Promise<T>) => calls,
  })
  const folder = open('folder')
  let shown = folder
  const leave = () => {
    shown = open('other')
  }
  const actions = createShareEditorActions({
    folder: folder as never,
    shown: () => shown as never,
    token: 'token',
    feedback: { toast: (toast: (typeof toasts)[0]) => toasts.push(toast) } as never,
    t: ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as never,
    askConflict: () => Promise.resolve('keep-both'),
  })
  return { rows, toasts, sent, actions, refreshed, edited, leave }
}

t.test('link editor: a move in the background says what it skipped, and shows what stayed', async (t) => {
  const result = { merged: 1, replaced: 0, skipped: 2, numbered: 0 }
  const operation = (state: string) => ({ data: { id: 'op', attributes: { state, result: null } } })
  const { rows, toasts, actions, refreshed } = await setUpCalls(t, (url) =>
    url.includes('/move/')
      ? [202, operation('running')]
      : [200, { data: { id: 'op', attributes: { state: 'done', result } } }],
  )
  await actions.move({ items: rows.slice(0, 1) }, 'to')
  t.match(toasts[0]?.text, /skipped .*2/)
  t.equal(refreshed.folder, 1)
})

t.test('link editor: after a name conflict in a later call, one undo returns all', async (t) => {
  let moves = 0
  const { rows, toasts, sent, actions } = await setUpCalls(t, (url, { on_conflict }) => {
    if (url.includes('undo')) return [202, { data: { id: url, attributes: { state: 'done', result: null } } }]
    moves += 1
    const conflict = { code: 'name-conflict', files: 1, folders: 0, names: ['a'] }
    if (moves === 2 && on_conflict === 'ask') return [409, conflict]
    return [200, { operation: `op${moves}`, result: { merged: 0, replaced: 0, skipped: 0, numbered: 0 } }]
  })
  await actions.move({ items: rows }, 'to')
  t.strictSame(
    sent.map(({ body }) => body.items?.length),
    [500, 100, 100],
  )
  t.equal(new Set(sent.map(({ body }) => body.action_id)).size, 1)
  toasts[0]?.action?.onAct()
  for (let turns = 0; turns < 50; turns += 1) await turn()
  t.match(sent.slice(3), [{ url: /op3/ }, { url: /op1/ }])
})

t.test('link editor: undone when another folder is open, that one is read again', async (t) => {
  const { rows, toasts, actions, refreshed, edited, leave } = await setUpCalls(t, (url, { name }) => {
    if (url.includes('undo')) return [202, { data: { id: url, attributes: { state: 'done', result: null } } }]
    if (url.includes('/move/'))
      return [200, { operation: 'op', result: { merged: 0, replaced: 0, skipped: 0, numbered: 0 } }]
    return [200, { data: testItem('f1', { name: String(name) }) }]
  })
  await actions.move({ items: rows.slice(0, 1) }, 'to')
  await actions.rename(rows[1] as Item, { name: 'new' })
  leave()
  for (const { action } of toasts) action?.onAct()
  for (let turns = 0; turns < 50; turns += 1) await turn()
  t.strictSame(refreshed, { folder: 0, other: 1 })
  t.strictSame(edited, { folder: ['new', 'new'], other: ['f1', 'f1'] })
})

t.test('link editor: a folder that was opened while a move was running is read again', async (t) => {
  const { rows, actions, refreshed, leave } = await setUpCalls(t, () => {
    leave()
    return [200, { operation: 'op', result: { merged: 0, replaced: 0, skipped: 0, numbered: 0 } }]
  })
  await actions.move({ items: rows.slice(0, 1) }, 'to')
  t.strictSame(refreshed, { folder: 0, other: 1 })
})

t.test('link editor: a deletion that failed half-way can be undone', async (t) => {
  let removals = 0
  const { rows, toasts, actions } = await setUpCalls(t, () => {
    removals += 1
    if (removals === 2) return [429, { code: 'too-many-requests', message: 'Too many' }]
    return [200, { type: 'success', message: 'Deleted', deleted_at: null, undo: `undo${removals}` }]
  })
  await actions.remove({ items: rows })
  t.match(toasts, [{ kind: 'danger', action: { onAct: Function } }])
})

t.test('link editor: an item that was renamed twice quickly has its stored name when both calls fail', async (t) => {
  const { rows, sent, actions, edited } = await setUpCalls(t, () => [403, { code: 'forbidden', message: 'No' }])
  const first = actions.rename(rows[1] as Item, { name: 'b' })
  const second = actions.rename(testItem('f1', { name: 'b' }), { name: 'c' })
  await t.rejects(first)
  t.strictSame([edited.folder?.at(-1), sent.length], ['c', 2], 'the later name is on its way')
  await t.rejects(second)
  t.equal(edited.folder?.at(-1), 'f1')
})
