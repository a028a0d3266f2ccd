import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import type { FileRequest, PublicFileRequest } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, jobs } = app.coffer.platform
const at = (token: string) => `/api/file-request/${token}`
type Client = typeof owner.client

const asked = async (client: Client, token: string): Promise<PublicFileRequest> =>
  (await client.get<{ data: PublicFileRequest }>(at(token))).body.data

t.test('deadline: files are marked late within the grace period, rejected after it', async (t) => {
  const { token, id } = await makeFileRequest(owner, {
    deadline: new Date(Date.now() + 60_000).toISOString(),
    grace_minutes: 10,
  })
  const uploader = anonymous(app)
  const lateOf = async (item: string) =>
    (await db.query<{ late: boolean }>('select late from file_request_items where item_id = $1', [item]))[0]?.late
  t.equal(await lateOf((await sendFile(uploader, token, 'in time.txt', 'x')).id), false)
  await db.query(`update file_requests set expires_at = now() - interval '5 minutes' where id = $1`, [id])
  t.equal((await asked(uploader, token)).attributes.late, true)
  t.equal(await lateOf((await sendFile(uploader, token, 'late.txt', 'x')).id), true)
  await db.query(`update file_requests set expires_at = now() - interval '11 minutes' where id = $1`, [id])
  t.match(await sendChunk(uploader, token, 'too late.txt', 'x'), { status: 410, code: 'request-closed' })
  const again = await owner.client.post<{ data: FileRequest }>(`${at(token)}/reopen`, {})
  t.match(again.body.data.attributes, { status: 'active', expires_at: null })
  await sendFile(uploader, token, 'after all.txt', 'x')
})

t.test('without a deadline: expires after three days unanswered, closes three hours after the last file', async (t) => {
  const [untouched, quiet, kept] = [
    await makeFileRequest(owner),
    await makeFileRequest(owner),
    await makeFileRequest(owner, { expires_at: null }),
  ]
  await sendFile(anonymous(app), quiet.token, 'x.txt', 'x')
  await db.query(
    `update file_requests set created_at = now() - interval '73 hours', last_upload_at = last_upload_at - interval '4 hours'
     where id = any($1::uuid[])`,
    [[untouched.id, quiet.id, kept.id]],
  )
  const statuses = async () => {
    const all = [untouched, quiet, kept].map(({ token }) => asked(anonymous(app), token))
    return (await Promise.all(all)).map(({ attributes }) => attributes.status)
  }
  t.same(await statuses(), ['expired', 'filled', 'active'], 'at once')
  await jobs.runNow('expire-requests')
  t.same(await statuses(), ['expired', 'filled', 'active'], 'and written down')
  const closed = `select params from notifications where user_id = $1 and template = 'requestClosed'`
  t.same(await db.query(closed, [owner.id]), [{ params: { title: 'your upload request' } }])
})

t.test('without a deadline: stays open while a file arrives, for however long', async (t) => {
  const [first, next] = [await makeFileRequest(owner), await makeFileRequest(owner)]
  await sendFile(anonymous(app), next.token, 'x.txt', 'x')
  const pass = (hours: number) =>
    db.query(
      `update file_requests set created_at = created_at - $2 * interval '1 hour',
         last_upload_at = last_upload_at - $2 * interval '1 hour' where id = any($1::uuid[])`,
      [[first.id, next.id], hours],
    )
  await pass(71)
  await db.query(`update file_requests set last_upload_at = now() - interval '2 hours' where id = $1`, [next.id])
  const senders = [first, next].map(({ token }) => ({ token, by: anonymous(app), upload_id: randomUUID() }))
  const send = (offset: number, last = false) =>
    Promise.all(
      senders.map(async ({ token, by, upload_id }) => {
        const fields = { upload_id, offset: `${offset}`, total_size: '3', is_last_chunk: `${last}` }
        return (await sendChunk(by, token, 'large.txt', 'abc'[offset] as string, fields)).status
      }),
    )
  t.same(await send(0), [200, 200])
  for (const offset of [1, 2]) {
    await pass(2)
    await jobs.runNow('expire-requests')
    t.same(await send(offset, offset === 2), offset === 2 ? [201, 201] : [200, 200])
  }
  const stalled = await makeFileRequest(owner)
  await sendChunk(anonymous(app), stalled.token, 'large.txt', 'a', {
    upload_id: randomUUID(),
    total_size: '3',
    is_last_chunk: 'false',
  })
  const status = async () => (await asked(anonymous(app), stalled.token)).attributes.status
  await db.query(`update file_requests set last_upload_at = now() - interval '4 hours' where id = $1`, [stalled.id])
  t.equal(await status(), 'active', 'an unfinished file does not shorten the time for the first one')
  await db.query(`update file_requests set created_at = now() - interval '73 hours' where id = $1`, [stalled.id])
  t.equal(await status(), 'expired')
})

t.test('digest: files that come after the clock was set back are reported', async (t) => {
  const { token, id } = await makeFileRequest(owner, { title: 'Set back' })
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Gus' })
  const news = async () => {
    await uploader.post(`${at(token)}/submit`, {})
    await jobs.runNow('send-digests')
    for (const job of ['send-digests', 'send-request-digest']) await jobs.settled(job)
    const rows = await db.query<{ count: number }>(
      `select (params ->> 'count')::int as count from notifications
       where template = 'requestAnswered' and params ->> 'from' = 'Gus' order by created_at`,
    )
    return rows.map(({ count }) => count)
  }
  await sendFile(uploader, token, '1.txt', 'x')
  t.same(await news(), [1])
  await db.query(
    "update file_request_uploaders set last_upload_at = last_upload_at + interval '1 hour' where request_id = $1",
    [id],
  )
  await db.query("update file_request_items set received_at = received_at + interval '1 hour' where request_id = $1", [
    id,
  ])
  for (const name of ['2.txt', '3.txt']) await sendFile(uploader, token, name, 'x')
  t.same(await news(), [1, 2])
  await sendFile(uploader, token, '4.txt', 'x')
  t.same(await news(), [1, 2, 1])
})

t.test('digest: a file that was received while the clock was ahead is reported at once, and once', async (t) => {
  const { token, id } = await makeFileRequest(owner, { title: 'Ahead' })
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Ida' })
  const news = async () => {
    await jobs.runNow('send-digests')
    for (const job of ['send-digests', 'send-request-digest']) await jobs.settled(job)
    const rows = await db.query<{ count: number }>(
      `select (params ->> 'count')::int as count from notifications
       where template = 'requestAnswered' and params ->> 'from' = 'Ida' order by created_at`,
    )
    return rows.map(({ count }) => count)
  }
  const shift = async (hours: number) => {
    for (const [table, column] of [
      ['file_request_uploaders', 'last_upload_at'],
      ['file_request_items', 'received_at'],
    ])
      await db.query(`update ${table} set ${column} = ${column} + $2 * interval '1 hour' where request_id = $1`, [
        id,
        hours,
      ])
  }
  await sendFile(uploader, token, '1.txt', 'x')
  await shift(1)
  t.same(await news(), [1], 'not an hour later')
  await sendFile(uploader, token, '2.txt', 'x')
  await uploader.post(`${at(token)}/submit`, {})
  t.same(await news(), [1, 1])
  await shift(-2)
  await sendFile(uploader, token, '3.txt', 'x')
  await uploader.post(`${at(token)}/submit`, {})
  t.same(await news(), [1, 1, 1])
})
