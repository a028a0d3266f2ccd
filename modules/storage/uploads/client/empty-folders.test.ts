import t from 'tap'
import { makeEmptyFolders } from './empty-folders.ts'
import { createGroupFolders } from './group-folders.ts'
import type { HttpRequest, HttpResponse } from './transport.ts'
import { emptyCounters, type UploadGroup } from './types.ts'
import { createUploadApi } from './upload.api.ts'
import { createConnection } from './upload-connection.ts'

interface Posted {
  name: string
  parent_id: string | null
  on_conflict: string
}

/** Creates folders below `top` over an API that answers with `statusOf`. */
const make = async (paths: string[], statusOf: (folder: Posted, attempt: number) => number) => {
  const posted: Posted[] = []
  const transport = async ({ body }: HttpRequest): Promise<HttpResponse> => {
    const folder = JSON.parse(String(body)) as Posted
    posted.push(folder)
    const status = statusOf(folder, posted.filter(({ name }) => name === folder.name).length)
    return { status, body: { data: { id: `id of ${folder.name}` } }, retryAfter: status === 0 ? null : 0 }
  }
  const api = createUploadApi(transport)
  const connection = createConnection({ baseMs: 1, maxMs: 1 }, () => undefined)
  const target = { id: 'top', name: 'Top' }
  const group: UploadGroup = { id: 1, folder: 'a', target, uploads: [], emptyFolders: [], counters: emptyCounters() }
  const failed = await makeEmptyFolders({ api, connection, folders: createGroupFolders(api) }, group, paths)
  return { posted, failed, connection }
}

t.test('creates each folder once, in the folder of that name if there is one', async (t) => {
  const paths = ['pkg/sub', 'pkg/bad/below', 'pkg/bad/beside', 'pkg/sub/deep']
  const { posted, failed } = await make(paths, ({ name }) => (name === 'bad' ? 422 : 201))
  t.strictSame(failed, ['pkg/bad/below', 'pkg/bad/beside'])
  const on_conflict = 'merge'
  t.same(posted, [
    { name: 'pkg', parent_id: 'top', on_conflict },
    { name: 'sub', parent_id: 'id of pkg', on_conflict },
    { name: 'bad', parent_id: 'id of pkg', on_conflict },
    { name: 'deep', parent_id: 'id of sub', on_conflict },
  ])
})

t.test('waits while the server restarts, too many calls were made, or the connection is lost', async (t) => {
  const statuses = [503, 429, 0, 201]
  const { posted, failed, connection } = await make(['a', 'a/b'], ({ name }, attempt) =>
    name === 'a' ? (statuses[attempt - 1] ?? 500) : 201,
  )
  t.strictSame(failed, [])
  t.strictSame(
    posted.map(({ name }) => name),
    ['a', 'a', 'a', 'a', 'b'],
  )
  t.equal(connection.isOffline, false)
})
