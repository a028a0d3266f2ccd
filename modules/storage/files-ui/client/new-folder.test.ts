import t from 'tap'
import { lostResponse } from '../../../../tests/support/file-actions.ts'
import { testItem } from '../../tree/client/test-items.ts'
import type { OptimisticChanges } from './actions/changes.ts'
import type { FilesApi } from './files.api.ts'
import { createFiles } from './files.store.ts'
import type { ItemCalls } from './item-calls.ts'
import { createFolderCreator } from './new-folder.ts'
import { createPendingFolders } from './pending-folders.ts'
import { selectionTarget } from './selection-target.ts'
import { createSidebar } from './sidebar.store.ts'

/** A folder with one file, and a server whose response the test resolves. */
const setUp = () => {
  const answer = Promise.withResolvers<ReturnType<typeof testItem>>()
  const items = [testItem('a')]
  const listingErrors: unknown[] = []
  const calls: Partial<FilesApi & ItemCalls> = {
    createFolder: () => answer.promise,
    page: async () => ({ items, total: items.length, next: null, root: null, path: [], from: 0 }),
  }
  const api = calls as FilesApi & ItemCalls
  const paginate = { total: 1, perPage: 50, currentPage: 1, lastPage: 1, nextCursor: null }
  const files = createFiles(
    { api, sortingOf: () => ({ field: 'name', direction: 'ASC' }), onError: (error) => listingErrors.push(error) },
    {
      location: { section: 'files', id: null },
      sorting: { field: 'name', direction: 'ASC' },
      listing: { data: items.map((data) => ({ data })), meta: { paginate, root: null, path: [] } },
    },
  )
  const updates: string[] = []
  const actions: Partial<OptimisticChanges> = {
    update: async (item, { name }) => {
      updates.push(`${item.id} ${name}`)
      return item
    },
    announceNumber: () => undefined,
  }
  const sidebar = { ...createSidebar(api, null), reload: () => undefined }
  const pending = createPendingFolders()
  const { createFolder: create, change: update } = createFolderCreator(
    { api, files, sidebar, pending },
    actions as OptimisticChanges,
  )
  const folders = { ...pending, create, update }
  return { ...files.current(), files, folders, answer, items, updates, calls, listingErrors }
}

t.test('create folder: an error removes the row and its selection', async (t) => {
  const { folders, answer, listing, selection, files } = setUp()
  const making = folders.create('New')
  t.equal(selection.count(), 1)
  answer.reject(new Error('full'))
  await t.rejects(making)
  t.equal(listing.state.total, 1)
  t.equal(selection.count(), 0)
  t.equal(files.state.renaming, null)
})

t.test('create folder: when only the response was lost, the folder is shown', async (t) => {
  const { folders, answer, listing, items } = setUp()
  const making = folders.create('New')
  items.push(testItem('real', { type: 'folder', name: 'New' }))
  answer.reject(lostResponse())
  await t.rejects(making)
  t.strictSame(
    listing.known().map(({ item }) => item.id),
    ['a', 'real'],
  )
})

t.test('create folder: actions on a pending folder wait for the response', async (t) => {
  const { folders, answer, listing, selection, updates, files } = setUp()
  const making = folders.create('New')
  const draft = listing.at(0)
  if (!draft) throw new Error('no row')
  const folderView = files.current()
  const target = await selectionTarget(folderView)
  const named = folders.update(draft, { name: 'Typed' })
  const settling = folders.resolvedTarget(target)
  t.ok(folders.isPending(draft.id))
  t.equal(listing.at(0)?.attributes.name, 'Typed', 'its name shows at once')
  answer.resolve(testItem('real', { type: 'folder', name: 'New' }))
  await Promise.all([making, named])
  t.strictSame(updates, ['real Typed'])
  const resolved = await settling
  t.match(resolved, { kind: 'items', items: [{ id: 'real', attributes: { name: 'Typed' } }] })
  t.equal(selection.count(), 1)
  t.equal((await folders.resolved(draft))?.id, 'real', 'a menu opened before the response resolves it too')
  listing.remove(new Set(['real']))
  t.match(await folders.resolvedTarget(target), { items: [] }, 'a second action finds it removed')
})

t.test('create folder: a failed folder is left out of pending targets', async (t) => {
  const { folders, answer, files } = setUp()
  const making = folders.create('New')
  const target = await selectionTarget(files.current())
  const settling = folders.resolvedTarget(target)
  answer.reject(new Error('full'))
  await t.rejects(making)
  t.match(await settling, { items: [] })
})

t.test('create folder: an exclusion list waits for the pending folder and contains its server id', async (t) => {
  const { folders, answer, listing, selection, files } = setUp()
  const making = folders.create('New')
  selection.all({ everythingKnown: false })
  selection.toggle(0)
  const target = await selectionTarget(files.current())
  const settling = folders.resolvedTarget(target)
  answer.resolve(testItem('real', { type: 'folder' }))
  await making
  const resolved = await settling
  t.strictSame(resolved.kind === 'allExcept' && [...resolved.except], ['real'])
  t.equal(listing.state.total, 2)
})

t.test('create folder: offline, its own error is the only one', async (t) => {
  const { folders, answer, calls, listingErrors } = setUp()
  const making = folders.create('New')
  calls.page = () => Promise.reject(lostResponse())
  answer.reject(lostResponse())
  await t.rejects(making)
  t.strictSame(listingErrors, [])
})
