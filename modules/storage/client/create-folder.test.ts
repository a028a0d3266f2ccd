import t from 'tap'
import type { Actions } from './actions.ts'
import { createFolderMaker } from './create-folder.ts'
import { createFiles } from './files.store.ts'
import { createSidebar } from './sidebar.store.ts'
import type { StorageApi } from './storage.api.ts'
import { testItem } from './test-items.ts'

/** A folder with one file, and a server that answers when the test says so. */
const setUp = () => {
  const answer = Promise.withResolvers<ReturnType<typeof testItem>>()
  const calls: Partial<StorageApi> = { createFolder: () => answer.promise }
  const api = calls as StorageApi
  const paginate = { total: 1, perPage: 50, currentPage: 1, lastPage: 1, nextCursor: null }
  const files = createFiles(
    { api, sortingOf: () => ({ field: 'name', direction: 'ASC' }), refused: () => undefined },
    {
      place: { view: 'files', id: null },
      sorting: { field: 'name', direction: 'ASC' },
      listing: { data: [{ data: testItem('a') }], meta: { paginate, root: null, path: [] } },
    },
  )
  const looks: string[] = []
  const actions: Partial<Actions> = {
    look: async ({ id }, { name }) => void looks.push(`${id} ${name}`),
  }
  const sidebar = { ...createSidebar(api, null), reload: () => undefined }
  const folders = createFolderMaker({ api, files, sidebar, actions: actions as Actions })
  return { ...files.current(), files, folders, answer, looks }
}

t.test('a folder that was refused leaves nothing behind, selected or not', async (t) => {
  const { folders, answer, listing, selection, files } = setUp()
  const making = folders.make('New')
  t.equal(selection.count(), 1)
  answer.reject(new Error('full'))
  await t.rejects(making)
  t.equal(listing.state.total, 1)
  t.equal(selection.count(), 0)
  t.equal(files.state.renaming, null)
})
