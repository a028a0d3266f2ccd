import t from 'tap'
import { makeEmptyFolders } from './empty-folders.ts'
import type { UploadTarget } from './types.ts'
import type { UploadApi } from './upload.api.ts'

t.test('creates each folder once, in the folder of that name if there is one', async (t) => {
  const posted: { name: string; parent_id: string | null; on_conflict: string }[] = []
  const post = async (_url: string, body: unknown) => {
    const folder = body as (typeof posted)[number]
    posted.push(folder)
    return { status: folder.name === 'bad' ? 422 : 201, body: { data: { id: `id of ${folder.name}` } } }
  }
  const api = { routes: { createFolder: '/create' }, post } as unknown as UploadApi
  const paths = ['pkg/sub', 'pkg/bad/below', 'pkg/sub/deep']
  t.equal(await makeEmptyFolders(api, { id: 'top' } as UploadTarget, paths), 1, 'one failed')
  const on_conflict = 'merge'
  t.same(posted, [
    { name: 'pkg', parent_id: 'top', on_conflict },
    { name: 'sub', parent_id: 'id of pkg', on_conflict },
    { name: 'bad', parent_id: 'id of pkg', on_conflict },
    { name: 'deep', parent_id: 'id of sub', on_conflict },
  ])
})
