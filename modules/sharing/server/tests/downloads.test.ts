import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'
import type { ShareAccess } from '../services/share-access.ts'

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

t.test('R19: a broken transfer that a clock ahead has reserved for long uses nothing up', async (t) => {
  const file = await putFile(owner, 'ahead.txt', 'ahead')
  const { id, token } = await makeShare(owner, file, { max_downloads: 1 })
  await db.query(
    `insert into share_access_log (share_id, action, visitor, item_id, reserved_until, reserved_bytes, total_bytes)
     values ($1, 'downloaded', 'gone', $2, now() + interval '1 year', 5, 5)`,
    [id, file.id],
  )
  t.equal((await anonymous(app).fetch(`/file/${file.id}/ahead.txt?share=${token}`)).status, 200)
})

t.test('the owner who tries a link uses up nothing of its limit, and is no visitor (D79)', async (t) => {
  const file = await putFile(owner, 'once.txt', 'once')
  const { id, token } = await makeShare(owner, file, { max_downloads: 1, notify_on_download: 'first' })
  const path = `/file/${file.id}/once.txt?share=${token}`
  for (const client of [owner.client, owner.client, anonymous(app)]) {
    const answer = await client.fetch(path)
    t.equal(answer.status, 200)
    await answer.arrayBuffer()
    await (await client.fetch(`/api/sharing/file/${token}`)).arrayBuffer()
  }
  const logged = () => db.query("select 1 from share_access_log where share_id = $1 and action = 'downloaded'", [id])
  await eventually(t, async () => (await logged()).length, 1)
  t.equal((await anonymous(app).fetch(path)).status, 410)
})

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

t.test('downloads: the new content of a replaced file is another download', async (t) => {
  const replace = (name: string, content: string) => putFile(owner, name, content, null, { on_conflict: 'replace' })
  const read = async (visitor: ReturnType<typeof anonymous>, path: string, range = 'bytes=0-') => {
    const answer = await visitor.fetch(path, { headers: { range } })
    await answer.arrayBuffer()
    return answer.status
  }
  const file = await putFile(owner, 'replaced.txt', 'first')
  const path = (token: string) => `/file/${file.id}/replaced.txt?share=${token}`
  const [limited, free] = [await makeShare(owner, file, { max_downloads: 1 }), await makeShare(owner, file)]
  const visitor = anonymous(app)
  for (const { token } of [limited, free]) {
    t.equal(await read(visitor, path(token)), 206)
    await eventually(t, async () => (await attributes(token)).downloads, 1)
  }
  t.equal((await replace('replaced.txt', 'second')).id, file.id)
  t.equal(await read(visitor, path(limited.token)), 410)
  t.equal(await read(visitor, path(free.token)), 206)
  await eventually(t, async () => (await attributes(free.token)).downloads, 2)

  t.equal(await read(anonymous(app), path(free.token)), 206)
  await eventually(t, async () => (await attributes(free.token)).downloads, 3)
  const other = anonymous(app)
  await replace('replaced.txt', 'x'.repeat(1_000))
  t.equal(await read(other, path(free.token), 'bytes=0-499'), 206)
  await replace('replaced.txt', 'x'.repeat(300))
  t.equal(await read(other, path(free.token), 'bytes=0-0'), 206)
  const open = async () =>
    (await db.query('select 1 from share_access_log where share_id = $1 and active_transfers > 0', [free.id])).length
  await eventually(t, open, 0)
  t.equal((await attributes(free.token)).downloads, 3, 'bytes of the former content do not complete the new one')
})

/** Runs all at the same time: none adds to the totals of links until all wait for it, or for each other. */
const together = async <T>(runs: readonly (() => Promise<T>)[]): Promise<T[]> => {
  let ended: Promise<T[]> = Promise.resolve([])
  await db.transaction(async (tx) => {
    await tx.query('lock table share_access_totals in share row exclusive mode')
    ended = Promise.all(runs.map((run) => run()))
    await waitsForLock(db, runs.length)
  })
  return ended
}

const accessOf = async (shareId: string, visitor: string) => {
  const [share] = await db.query<ShareAccess['share']>('select * from shares where id = $1', [shareId])
  return { share, visitor, recipientId: null } as unknown as ShareAccess
}

t.test('downloads: the first requests of one browser at the same time are one download', async (t) => {
  const { downloads } = app.coffer.sharing.api
  const { id, token } = await makeShare(owner, await putFile(owner, 'halves.txt', 'two halves'))
  const access = await accessOf(id, 'browser')
  const half = { itemId: null, etag: '"a"', name: 'halves.txt', size: 10, length: 5 }
  const start = () => downloads.startTransfer(access, half, '127.0.0.1')
  const [one, other] = await together([start, start])
  t.equal(one, other, 'one row')
  for (const row of [one, other]) await downloads.finishTransfer(access, row as number, half, 5)
  t.equal((await attributes(token)).downloads, 1)
})

t.test('downloads: of two that end at the same time, one is the first', async (t) => {
  const { downloads } = app.coffer.sharing.api
  const { id } = await makeShare(owner, await putFile(owner, 'first.txt', 'x'), { notify_on_download: 'first' })
  const whole = { itemId: null, etag: '"a"', name: 'first.txt', size: 1, length: 1 }
  const notified: boolean[] = []
  app.coffer.platform.events.on('sharing.link.downloaded', ({ shareId, notifyOwner }) => {
    if (shareId === id) notified.push(notifyOwner)
  })
  const ends = await Promise.all(
    ['one', 'other'].map(async (visitor) => {
      const access = await accessOf(id, visitor)
      const row = await downloads.startTransfer(access, whole, '127.0.0.1')
      return () => downloads.finishTransfer(access, row, whole, 1)
    }),
  )
  await together(ends)
  t.same(notified.sort(), [false, true])
})

t.test('access log: the first views of one browser at the same time are one visit', async (t) => {
  const { accessLog } = app.coffer.sharing.api
  const { id, token } = await makeShare(owner, await putFile(owner, 'viewed.txt', 'x'))
  const access = await accessOf(id, 'browser')
  const open = () => accessLog.recordOpened(access, '127.0.0.1')
  await together([open, open])
  t.equal((await attributes(token)).opened, 1)
})
