import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { loadComponents } from '../../../tests/support/components.ts'
import { compactListing } from '../../storage/contract.ts'
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
    ...{ folder, token: 'token', t: (key: string) => key, askConflict: () => null },
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
