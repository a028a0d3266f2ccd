import t, { type Test } from 'tap'
import type { Item } from '../../modules/storage/contract.ts'
import { type Account, createAccount } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { poll } from '../support/poll.ts'
import { listAll, testQueue } from '../support/upload-queue.ts'

/** As many files of this size are sent at the same time. */
const parallel = 6
/** Larger than a bundled file, so that each is a request of its own. */
const photo = (path: string) => ({ path, file: new File(['x'.repeat(70_000)], path.split('/').at(-1) ?? '') })
const app = await testApp(t)

/** Uploads to the root; the requests after the first `parallel` files wait until `change` has run. */
const uploadAround = async (
  t: Test,
  { token }: Account,
  { paths, emptyFolders = [] }: { paths: string[]; emptyFolders?: string[] },
  change: () => Promise<unknown>,
) => {
  const send = fetchTransport(app.url, () => ({ Authorization: `Bearer ${token}` }))
  const changed = Promise.withResolvers<void>()
  let chunks = 0
  let others = 0
  const queue = testQueue(t, app.url, token, {
    transport: async (call) => {
      const isChunk = call.method === 'POST' && call.url.includes('/chunks')
      if (!isChunk) others += 1
      if (isChunk) chunks += 1
      if (isChunk && chunks > parallel) await changed.promise
      const response = await send(call)
      if (!isChunk) others -= 1
      return response
    },
  })
  await queue.uploads.add({ files: paths.map(photo), emptyFolders, unreadable: [] }, { id: null, name: 'Files' })
  await poll(() => queue.items.length === parallel && others === 0)
  await change()
  changed.resolve()
  await queue.idle()
  t.match(queue.uploads.state.counters, { done: paths.length, failed: 0 })
}

/** Paths of everything in the account. */
const tree = async ({ client }: Account, folder: string | null = null, above = ''): Promise<string[]> => {
  const items = await listAll(client, folder)
  const below = items.map(async ({ id, type, attributes: { name } }) =>
    type === 'folder'
      ? [`${above}${name}/`, ...(await tree({ client } as Account, id, `${above}${name}/`))]
      : [above + name],
  )
  return (await Promise.all(below)).flat().sort()
}
const top = async ({ client }: Account) => (await listAll(client, null))[0] as Item
const numbered = (folder: string) => Array.from({ length: parallel }, (_, n) => `${folder}/${n}`)

t.test('files follow a folder that is renamed during its upload, with folders below it and empty ones', async (t) => {
  const account = await createAccount(app)
  const paths = [...numbered('Photos'), 'Photos/last', 'Photos/Deep/one']
  await uploadAround(t, account, { paths, emptyFolders: ['Photos/Empty'] }, async () =>
    account.client.patch(`/api/rename/${(await top(account)).id}`, { type: 'folder', name: 'Holiday' }),
  )
  const expected = [...numbered('Holiday'), 'Holiday/last', 'Holiday/', 'Holiday/Deep/', 'Holiday/Deep/one']
  await poll(async () => (await tree(account)).length > expected.length)
  t.strictSame(await tree(account), [...expected, 'Holiday/Empty/'].sort())
})

t.test('also where no file is directly in the folder', async (t) => {
  const account = await createAccount(app)
  await uploadAround(t, account, { paths: [...numbered('Trip/Day 1'), 'Trip/Day 2/one'] }, async () =>
    account.client.patch(`/api/rename/${(await top(account)).id}`, { type: 'folder', name: 'Holiday' }),
  )
  t.strictSame(
    await tree(account),
    [...numbered('Holiday/Day 1'), 'Holiday/', 'Holiday/Day 1/', 'Holiday/Day 2/', 'Holiday/Day 2/one'].sort(),
  )
})

t.test('a folder whose name has outer spaces stays one folder', async (t) => {
  const account = await createAccount(app)
  const paths = [...numbered('Trip /Day 1'), 'Trip /Day 2/one']
  await uploadAround(t, account, { paths, emptyFolders: ['Trip /Empty', ' Docs/Empty'] }, async () => undefined)
  const folders = [' Docs/', ' Docs/Empty/', 'Trip /', 'Trip /Day 1/', 'Trip /Day 2/', 'Trip /Empty/']
  await poll(async () => (await tree(account)).length >= folders.length + paths.length)
  t.strictSame(await tree(account), [...folders, ...paths].sort())
})

t.test('a folder that is deleted during its upload is created again', async (t) => {
  const account = await createAccount(app)
  await uploadAround(t, account, { paths: [...numbered('Photos'), 'Photos/last'] }, async () =>
    account.client.post('/api/remove', { items: [{ id: (await top(account)).id, type: 'folder' }] }),
  )
  t.strictSame(await tree(account), ['Photos/', 'Photos/last'])
})
