import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import { mailed, mailedLink, mailsTo } from '../../../../tests/support/mail-folder.ts'
import type { PublicFileRequest } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, jobs, mailer } = app.coffer.platform
const at = (token: string) => `/api/file-request/${token}`
/** Notifies owners of received files. Submitting runs the job as well, perhaps at this moment. */
const sendDigests = async () => {
  await jobs.runNow('send-digests')
  await jobs.settled('send-digests')
  await jobs.settled('send-request-digest')
}

t.test('emails and notifications: invitation, one notification for each uploader, confirmations', async (t) => {
  const invited = await signUp(app)
  const { token, id } = await makeFileRequest(owner, { title: 'Holiday', emails: [invited.email, 'out@example.org'] })
  t.match(await mailedLink(app.dataDir, invited.email, '/request/'), `/request/${token}/upload`)
  await mailedLink(app.dataDir, 'out@example.org', '/request/')

  const [ann, bob] = [anonymous(app), anonymous(app)]
  await ann.post(`${at(token)}/uploader`, { name: 'Ann', email: 'ann@example.org' })
  t.equal((await ann.post(`${at(token)}/submit`, {})).status, 422, 'nothing sent yet')
  for (const name of ['1.txt', '2.txt', '3.txt']) await sendFile(ann, token, name, 'x')
  await bob.post(`${at(token)}/uploader`, { name: 'Bob' })
  await sendFile(bob, token, '4.txt', 'x')
  await jobs.runNow('send-digests')
  const told = async () =>
    (
      await db.query<{ params: { from: string; count: number } }>(
        `select params from notifications where user_id = $1 and template = 'requestAnswered' order by params ->> 'from'`,
        [owner.id],
      )
    ).map(({ params }) => `${params.from} ${params.count}`)
  t.same(await told(), [], 'no uploader has submitted yet')
  t.equal(
    (await ann.post<{ data: PublicFileRequest }>(`${at(token)}/submit`, {})).body.data.relationships.uploader
      ?.submitted,
    true,
  )
  await db.query(
    `update file_request_uploaders set last_upload_at = last_upload_at - interval '6 minutes'
     where request_id = $1 and name = 'Bob'`,
    [id],
  )
  await db.query(
    `update file_request_items set received_at = received_at - interval '6 minutes'
     where uploader_id = (select id from file_request_uploaders where request_id = $1 and name = 'Bob')`,
    [id],
  )
  for (let n = 0; n < 3; n += 1) await sendDigests()
  const receipt = await mailed(app.dataDir, 'ann@example.org', ({ text }) => text)
  t.match(receipt, 'Holiday')
  t.notMatch(receipt, '1.txt')
  await mailer.settled()
  t.same(await told(), ['Ann 3', 'Bob 1'], 'one each, however often the job runs')

  // An unverified email gets one confirmation a day.
  const receipts = async () => (await mailsTo(app.dataDir, 'ann@example.org')).length
  t.equal(await receipts(), 1)
  const cleo = anonymous(app)
  await cleo.post(`${at(token)}/uploader`, { name: 'Cleo', email: 'ann@example.org' })
  await sendFile(cleo, token, '5.txt', 'x')
  await cleo.post(`${at(token)}/submit`, {})
  await sendDigests()
  await mailer.settled()
  t.same(await told(), ['Ann 3', 'Bob 1', 'Cleo 1'])
  t.equal(await receipts(), 1)
})

t.test(
  'A51: an account is notified of requests to its email once that is proven, and the link is not stored',
  async (t) => {
    const invited = await signUp(app)
    const { token, id } = await makeFileRequest(owner, { title: 'Private', emails: [invited.email] })
    const stored = async () => {
      for (const job of ['notify-invited', 'notify-proven']) await jobs.settled(job)
      return db.query<{ action: { params: { id: string } } }>('select action from notifications where user_id = $1', [
        invited.id,
      ])
    }
    t.same(await stored(), [], 'anybody may have registered the email')
    await proveEmail(invited)
    const verified = () => db.transaction(async (tx) => tx.emit('users.verified', { userId: invited.id }))
    for (let n = 0; n < 2; n += 1) await verified()
    t.same(await stored(), [{ action: { type: 'request', params: { id } } }], 'once')
    const inDigest = await db.query('select 1 from notifications where user_id = $1 and by_mail', [invited.id])
    t.same(inDigest, [], 'the email was sent at once')
    const actions = async () => {
      const { body } = await invited.client.get<{ data: { data: { attributes: { action: unknown } } }[] }>(
        '/api/notifications',
      )
      return body.data.map(({ data }) => data.attributes.action)
    }
    const link = { url: `/request/${token}/upload`, target: 'blank', button: 'Upload files' }
    t.same(await actions(), [{ type: 'url', params: link }])
    const later = await makeFileRequest(owner, { emails: [invited.email] })
    t.same((await stored()).map(({ action }) => action.params.id).sort(), [id, later.id].sort())
    for (const given of [token, later.token]) t.equal((await owner.client.post(`${at(given)}/revoke`, {})).status, 200)
    t.same(await actions(), [null, null], 'a revoked request has no link')
  },
)

t.test('digest: a visit without submitting is reported once it is idle, and not again by a later submit', async (t) => {
  const { token, id } = await makeFileRequest(owner, { title: 'Left open' })
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Fay' })
  const news = async () => {
    await sendDigests()
    const rows = await db.query<{ count: number }>(
      `select (params ->> 'count')::int as count from notifications
       where template = 'requestAnswered' and params ->> 'from' = 'Fay' order by created_at`,
    )
    return rows.map(({ count }) => count)
  }
  const passMinutes = async (minutes: number) => {
    for (const [table, column] of [
      ['file_request_uploaders', 'last_upload_at'],
      ['file_request_items', 'received_at'],
    ])
      await db.query(`update ${table} set ${column} = ${column} - $2 * interval '1 minute' where request_id = $1`, [
        id,
        minutes,
      ])
    await db.query(
      `update upload_sessions set expires_at = expires_at - $2 * interval '1 minute' where starts_with(principal, $1)`,
      [`request:${id}:`, minutes],
    )
  }
  await sendFile(uploader, token, '1.txt', 'x')
  await sendFile(uploader, token, '2.txt', 'x')
  await passMinutes(4)
  t.same(await news(), [], 'still there')
  const chunk = { upload_id: randomUUID(), total_size: '6' }
  await sendChunk(uploader, token, 'large.txt', 'abc', { ...chunk, is_last_chunk: 'false' })
  await passMinutes(2)
  t.same(await news(), [], 'a large file is on its way')
  await passMinutes(4)
  t.same(await news(), [2], 'nothing has arrived for five minutes')
  await uploader.post(`${at(token)}/submit`, {})
  t.same(await news(), [2], 'the same files are not reported twice')
  await sendChunk(uploader, token, 'large.txt', 'def', { ...chunk, offset: '3' })
  await uploader.post(`${at(token)}/submit`, {})
  t.same(await news(), [2, 1], 'only what came since')
})

t.test('emails: in the language of the reader’s account', async (t) => {
  const [german, reader] = [await signUp(app), await signUp(app)]
  await proveEmail(german)
  for (const { client } of [german, reader]) await client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const { token } = await makeFileRequest(german, { title: 'Urlaub', emails: [reader.email] })
  const subjectTo = (email: string) => mailed(app.dataDir, email, ({ subject }) => subject)
  t.match(await subjectTo(reader.email), /bittet dich um Dateien/)
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Emil', email: 'emil@example.org' })
  await sendFile(uploader, token, '1.txt', 'x'.repeat(1_500_000))
  await uploader.post(`${at(token)}/submit`, {})
  await sendDigests()
  await jobs.runNow('send-daily-digests')
  await mailed(app.dataDir, german.email, ({ text }) => /„Urlaub“: Emil hat 1 Datei gesendet/.exec(text)?.[0])
  t.match(await subjectTo('emil@example.org'), 'Your files have arrived', 'without an account: of the installation')
})

t.test('receipt: a request without a title has none in the sender’s language either', async (t) => {
  const german = await signUp(app)
  await german.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const { token } = await makeFileRequest(german, {})
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Olga', email: 'olga@example.org' })
  await sendFile(uploader, token, '1.txt', 'x')
  await uploader.post(`${at(token)}/submit`, {})
  await sendDigests()
  const receipt = await mailed(app.dataDir, 'olga@example.org', ({ text }) => text)
  t.match(receipt, 'received your files. Files: 1')
  t.notMatch(receipt, /Dateianfrage|your upload request/)
  t.same(
    await db.query(`select params ->> 'title' as title from notifications where user_id = $1`, [german.id]),
    [{ title: 'deine Dateianfrage' }],
    'the owner is told in their language',
  )
})

t.test('create: rejects invalid emails', async (t) => {
  for (const email of ['no address', '"a"@b.example', 'a\u0007@b.example', 'a@b'])
    t.equal((await owner.client.post('/api/file-request', { title: 'x', emails: [email] })).status, 422, email)
})

t.test('digest: whenever the process ends, the retry notifies once', async (t) => {
  const { token, id } = await makeFileRequest(owner, { title: 'Half-way' })
  const uploader = anonymous(app)
  await uploader.post(`${at(token)}/uploader`, { name: 'Dora', email: 'dora@example.org' })
  await sendFile(uploader, token, '6.txt', 'x')
  const [row] = await db.query<{ id: string; last_upload_at: Date }>(
    'select id, last_upload_at from file_request_uploaders where request_id = $1',
    [id],
  )
  const digest = { uploaderId: row?.id, since: null, until: row?.last_upload_at.toISOString() }
  const { add } = jobs
  // As if the process ended when the receipt is queued, after the notification.
  jobs.add = async () => {
    throw new Error('crash')
  }
  t.teardown(() => {
    jobs.add = add
  })
  await t.rejects(jobs.runNow('send-request-digest', digest), { message: 'crash' })
  jobs.add = add
  const news = () =>
    db.query(`select 1 from notifications where template = 'requestAnswered' and params ->> 'from' = 'Dora'`)
  t.equal((await news()).length, 0)
  // As if the process ended before the job was recorded as complete.
  for (let n = 0; n < 2; n += 1) await jobs.runNow('send-request-digest', digest)
  t.equal((await news()).length, 1)
  await sendFile(uploader, token, '7.txt', 'x')
  const marked = { uploaderId: row?.id, id: randomUUID() }
  await db.query('update file_request_items set digest_id = $1 where uploader_id = $2 and digest_id is null', [
    marked.id,
    row?.id,
  ])
  for (let n = 0; n < 2; n += 1) await jobs.runNow('send-request-digest', marked)
  t.equal((await news()).length, 2)
})

t.test('receipt: one with everything; the answer to a submit says whether it goes out', async (t) => {
  const { token, id } = await makeFileRequest(owner, { title: 'In two parts' })
  const [submitting, leaving] = [anonymous(app), anonymous(app)]
  const emails = ['gil@example.org', 'hal@example.org'] as const
  const receiptsTo = async (email: string) => {
    await mailer.settled()
    return (await mailsTo(app.dataDir, email)).map(({ text }) => /Fi(?:les|chiers)\s?: \d+/.exec(text)?.[0])
  }
  await submitting.post(`${at(token)}/uploader`, { name: 'Gil', email: emails[0] })
  const headers = { 'accept-language': 'fr' }
  for (const uploader of [submitting, leaving]) await sendFile(uploader, token, '1.txt', 'x')
  await db.query(
    `update file_request_uploaders set last_upload_at = last_upload_at - interval '6 minutes' where request_id = $1`,
    [id],
  )
  await db.query(
    `update file_request_items set received_at = received_at - interval '6 minutes' where request_id = $1`,
    [id],
  )
  await sendDigests()
  // With an email that is given after the last file.
  await leaving.post(`${at(token)}/uploader`, { name: 'Hal', email: emails[1] }, { headers })
  for (const email of emails) t.same(await receiptsTo(email), [], 'more may come')

  for (const name of ['2.txt', '3.txt']) await sendFile(submitting, token, name, 'x')
  const submit = async () => (await submitting.post<{ receipt: boolean }>(`${at(token)}/submit`, {})).body.receipt
  t.equal(await submit(), true)
  t.same(await receiptsTo(emails[0]), ['Files: 3'])
  await submitting.post(`${at(token)}/uploader`, { email: 'other@example.org' })
  t.equal(await submit(), false, 'nothing was sent since')
  t.same(await receiptsTo('other@example.org'), [])
  await submitting.post(`${at(token)}/uploader`, { email: emails[0] })
  await sendFile(submitting, token, '4.txt', 'x')
  t.equal(await submit(), false, 'one a day')
  t.same(await receiptsTo(emails[0]), ['Files: 3'])

  const waiting = await db.query<{ uploader: string }>(
    `select payload ->> 'uploaderId' as uploader from jobs._private_jobs j join jobs._private_tasks t on t.id = j.task_id
     where t.identifier = 'send-idle-receipt' and run_at > now() + interval '2 hours'`,
  )
  for (const { uploader } of waiting) await jobs.runNow('send-idle-receipt', { uploaderId: uploader })
  t.same(await receiptsTo(emails[1]), ['Fichiers\u00a0: 1'], 'a page closed without submitting, in its language')
  t.same(await receiptsTo(emails[0]), ['Files: 3'])
})
