import { get } from 'node:http'
import t, { type Test } from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'
import type { ShareAccess } from '../services/share-access.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
const size = 3_000_000
const content = Buffer.alloc(size, 'pieces of a file ')

type Visitor = ReturnType<typeof anonymous>

/** Requests a range; resolves after the whole response. */
const take = async (visitor: Visitor, path: string, start: number, end: number) => {
  const answer = await visitor.fetch(path, {
    headers: { range: `bytes=${start}-${end}`, accept: 'application/json' },
  })
  const bytes = await answer.arrayBuffer()
  const ok = answer.status < 300
  return {
    status: answer.status,
    bytes: ok ? bytes.byteLength : 0,
    code: ok ? '' : JSON.parse(Buffer.from(bytes).toString()).code,
  }
}
const whole = (visitor: Visitor, path: string) => take(visitor, path, 0, Number.MAX_SAFE_INTEGER)
const downloads = async (token: string) =>
  (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.attributes.downloads
/** The end of a transfer is recorded after its response. */
const settled = (t: Test, share: string) =>
  eventually(
    t,
    async () =>
      (
        await db.query<{ n: number }>(
          'select sum(active_transfers)::int as n from share_access_log where share_id = $1',
          [share],
        )
      )[0]?.n,
    0,
  )

const linked = async (max_downloads: number | null) => {
  const file = await putFile(owner, `${crypto.randomUUID()}.bin`, content)
  const { token, id } = await makeShare(owner, file, { max_downloads })
  return { token, share: id, path: `/file/${file.id}/x.bin?share=${token}` }
}

t.test('two halves downloaded by two browsers count as one download', async (t) => {
  const { token, share, path } = await linked(1)
  t.match(await take(anonymous(app), path, 0, size / 2 - 1), { status: 206 })
  await settled(t, share)
  t.equal(await downloads(token), 0)
  t.match(await take(anonymous(app), path, size / 2, size - 1), { status: 206 })
  await settled(t, share)
  t.equal(await downloads(token), 1)
  t.match(await take(anonymous(app), path, 0, 0), { status: 410, code: 'download-limit-reached' })
  t.match(await whole(anonymous(app), path), { status: 410, code: 'download-limit-reached' })
})

t.test('a limit that broken downloads have used up is shown as used up', async (t) => {
  for (const [part, shown, then] of [
    [0.5, 0, 206],
    [0.6, 1, 410],
  ] as const) {
    const { token, share, path } = await linked(1)
    t.match(await take(anonymous(app), path, 0, part * size - 1), { status: 206 })
    await settled(t, share)
    t.equal(await downloads(token), shown, `${part} of a download`)
    t.match(await whole(anonymous(app), path), { status: then })
  }
})

t.test('ten browsers with a tenth each count as one download, of any size', async (t) => {
  const { token, share, path } = await linked(2)
  const tenth = Math.ceil(size / 10 / 7) * 7
  for (let from = 0; from < size; from += tenth)
    t.equal((await take(anonymous(app), path, from, Math.min(from + tenth, size) - 1)).status, 206)
  await settled(t, share)
  t.equal(await downloads(token), 1)
  t.match(await whole(anonymous(app), path), { status: 206 }, 'the second is left')
  await settled(t, share)
  t.match(await take(anonymous(app), path, 0, 0), { status: 410 })
})

t.test('whatever ranges browsers request, in sequence or in parallel, the sent bytes stay bounded', async (t) => {
  for (const max of [1, 3])
    for (const parallel of [1, 8]) {
      const { share, path } = await linked(max)
      let given = 0
      for (let round = 0; round < 48 / parallel; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: parallel }, (_none, n) => {
            const start = (((round * parallel + n) * 7919) % 10) * (size / 20)
            return take(anonymous(app), path, start, start + size / 3)
          }),
        )
        for (const { status, bytes } of answers) {
          t.ok(status === 206 || status === 410, `${status}`)
          given += bytes
        }
        await settled(t, share)
        await db.query('delete from rate_limits')
      }
      t.ok(given >= max * size, `${given} bytes, ${max} downloads`)
      t.ok(given <= (max + 0.5) * size, `${given} bytes, ${max} downloads`)
    }
})

t.test('a download resumed, repeated and partly read by one browser counts once', async (t) => {
  const { token, share, path } = await linked(1)
  const visitor = anonymous(app)
  t.equal((await take(visitor, path, 0, size / 2)).status, 206)
  await settled(t, share)
  t.match(await whole(anonymous(app), path), { status: 410 }, 'too little is left for another')
  t.equal((await take(visitor, path, size / 4, size - 1)).status, 206, 'it went back a bit')
  await settled(t, share)
  t.equal(await downloads(token), 1)
  for (const start of [0, 1_000_000, 2_999_999]) t.equal((await take(visitor, path, start, size - 1)).status, 206)
  t.equal(await downloads(token), 1)
  t.match(await take(anonymous(app), path, 0, 0), { status: 410 })
  const head = await anonymous(app).fetch(path, { method: 'HEAD' })
  t.equal(head.status, 200, 'HEAD takes nothing')
})

t.test('eight connections of one browser count as one download', async (t) => {
  const { token, share, path } = await linked(1)
  const visitor = anonymous(app)
  await visitor.get(`/api/sharing/file/${token}`)
  const part = size / 8
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_none, n) => take(visitor, path, n * part, n === 7 ? size - 1 : (n + 1) * part - 1)),
  )
  t.same(
    answers.map(({ status }) => status),
    Array.from({ length: 8 }, () => 206),
  )
  await settled(t, share)
  t.equal(await downloads(token), 1)
  const [rows] = await db.query<{ n: number }>(
    'select count(*) as n from share_access_log where share_id = $1 and action = $2',
    [share, 'downloaded'],
  )
  t.equal(rows?.n, 1)
})

t.test('a download that broke off early leaves the link usable for another browser', async (t) => {
  const { token, share, path } = await linked(1)
  t.equal((await take(anonymous(app), path, 0, size * 0.4)).status, 206)
  await settled(t, share)
  t.match(await whole(anonymous(app), path), { status: 206, bytes: size })
  await settled(t, share)
  t.equal(await downloads(token), 1)
})

t.test('parts of an archive and of its file count together', async (t) => {
  const folder = await makeFolder(owner, 'archived')
  const file = await putFile(owner, 'one.bin', content, folder)
  const { token, id } = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads: 1 })
  const zip = `/api/sharing/zip/${token}?items=${file.id}|file`
  const head = await anonymous(app).fetch(zip, { method: 'HEAD' })
  const half = Math.ceil(Number(head.headers.get('content-length')) / 2)
  t.equal((await take(anonymous(app), zip, 0, half - 1)).status, 206)
  t.equal((await take(anonymous(app), `/file/${file.id}/x?share=${token}`, size / 2, size - 1)).status, 206)
  await settled(t, id)
  t.equal((await take(anonymous(app), zip, half, half * 2)).status, 410)
  t.equal((await whole(anonymous(app), `/file/${file.id}/x?share=${token}`)).status, 410)
  t.equal(await downloads(token), 1)
})

t.test('a link without a limit sends any number of ranges, and counts whole downloads only', async (t) => {
  const { token, share, path } = await linked(null)
  for (let n = 0; n < 4; n += 1) t.equal((await take(anonymous(app), path, 0, size / 2)).status, 206)
  await settled(t, share)
  t.equal(await downloads(token), 0)
})

/** Reads up to `most` bytes of a file in a new browser and breaks the connection. Null: rejected. */
const breakOff = (path: string, from: number, most: number) =>
  new Promise<number | null>((resolve, reject) => {
    const call = get(app.url + path, { agent: false, headers: { range: `bytes=${from}-` } }, (answer) => {
      let read = 0
      const end = () => {
        answer.destroy()
        resolve(answer.statusCode === 410 ? null : read)
      }
      answer.on('data', (piece: Buffer) => {
        read += piece.length
        if (read >= most) end()
      })
      answer.on('close', end)
    })
    call.on('error', reject)
  })

t.test('bytes read before a broken download count, however few they are', async (t) => {
  const large = 24 << 20
  for (const total of [large, 60_000]) {
    const file = await putFile(owner, `${total}.bin`, Buffer.alloc(total, 3))
    const { token, id } = await makeShare(owner, file, { max_downloads: 1 })
    const path = `/file/${file.id}/x.bin?share=${token}`
    let [received, rejected] = [0, false]
    for (let round = 0; !rejected && round < 100; round += 1) {
      const read = await breakOff(path, received % total, 900_000)
      rejected = read === null
      received += read ?? 0
      await settled(t, id)
      await db.query('delete from rate_limits')
    }
    t.ok(rejected)
    t.ok(received <= total * 1.5, `${received} of ${total} bytes`)
  }
})

t.test('what one browser has read of a larger version counts as one download at most', async (t) => {
  const { share, path } = await linked(3)
  t.match(await take(anonymous(app), path, 0, 0.6 * size - 1), { status: 206 })
  await settled(t, share)
  // The download was resumed after a version of a tenth had replaced the file, and broke off.
  await db.query('update share_access_log set total_bytes = total_bytes / 10 where share_id = $1', [share])
  t.match(await whole(anonymous(app), path), { status: 206 })
})

t.test('two processes on one database send no more than one', async (t) => {
  const second = await testApp(t, { env: { DATABASE_URL: app.db.url } })
  const { share: id } = await linked(1)
  const [share] = await db.query<ShareAccess['share']>('select * from shares where id = $1', [id])
  const transfer = { itemId: null, etag: 'etag', name: 'x.zip', size: 1_000, length: 500 }
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_none, n) => {
      const { downloads } = (n % 2 ? second : app).coffer.sharing.api
      return downloads.startTransfer(
        { share, visitor: `visitor ${n}`, recipientId: null } as ShareAccess,
        transfer,
        '127.0.0.1',
      )
    }),
  )
  t.equal(answers.filter(({ status }) => status === 'fulfilled').length, 2)
})
