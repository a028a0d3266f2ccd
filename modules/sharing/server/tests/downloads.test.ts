import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
const attributes = async (token: string) =>
  (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.attributes

t.test(
  'download limit: the last download stays reserved while it runs, whatever else the browser requests',
  async (t) => {
    const size = 24 << 20
    const file = await putFile(owner, 'long.bin', Buffer.alloc(size, 5))
    const { token } = await makeShare(owner, file, { max_downloads: 1 })
    const path = `/file/${file.id}/long.bin?share=${token}`
    const other = anonymous(app)
    const flowing = await new Promise<IncomingMessage>((resolve, reject) => {
      get(app.url + path, { agent: false }, resolve).on('error', reject)
    })
    flowing.pause()
    t.equal(flowing.statusCode, 200)
    const cookie = (flowing.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    const piece = await fetch(app.url + path, { headers: { cookie, range: 'bytes=0-0' } })
    t.equal((await piece.arrayBuffer()).byteLength, 1)
    const active = async () => {
      const [row] = await db.query<{ active: number }>(
        'select active_transfers as active from share_access_log where item_id = $1',
        [file.id],
      )
      return row?.active
    }
    await eventually(t, active, 1, 'the piece has ended, the whole has not')
    t.equal((await other.fetch(path)).status, 410)
    flowing.destroy()
    await eventually(t, active, 0)
    t.equal((await other.fetch(path)).status, 200, 'free again when it broke')
  },
)

t.test('download limit: archives of the same name count separately', async (t) => {
  const folder = await makeFolder(owner, 'six')
  const files: { id: string }[] = []
  for (const name of ['a', 'b', 'c', 'd']) files.push(await putFile(owner, `${name}.txt`, `of ${name}`, folder))
  const zip = (token: string, from: number) =>
    `/api/sharing/zip/${token}?items=${files
      .slice(from, from + 2)
      .map(({ id }) => `${id}|file`)
      .join(',')}`
  const take = async (token: string, visitor: ReturnType<typeof anonymous>, from: number) => {
    const answer = await visitor.fetch(zip(token, from))
    await answer.arrayBuffer()
    return answer.status
  }
  const limited = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads: 1 })
  const visitor = anonymous(app)
  t.equal(await take(limited.token, visitor, 0), 200)
  await eventually(t, async () => (await attributes(limited.token)).downloads, 1)
  t.equal(await take(limited.token, visitor, 2), 410, 'another archive')
  const prepare = async (from: number) => {
    const items = files.slice(from, from + 2).map(({ id }) => ({ id, type: 'file' }))
    return (await visitor.post(`/api/sharing/zip/${limited.token}`, { items })).status
  }
  t.equal(await prepare(2), 410, 'nor is it promised')
  t.equal(await prepare(0), 201)
  t.equal(await take(limited.token, visitor, 0), 200, 'the same again')

  const free = await makeShare(owner, { id: folder, type: 'folder' })
  for (const from of [0, 2, 0]) t.equal(await take(free.token, visitor, from), 200)
  await eventually(t, async () => (await attributes(free.token)).downloads, 2, 'each in the log')
})
