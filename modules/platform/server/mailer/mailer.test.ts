import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import t from 'tap'
import { mailInstallation, testMail } from '../../../../tests/support/mail-installation.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'

t.test(
  'mailer: the next process sends the emails that a process left, which are stored encrypted until then',
  async (t) => {
    const sink = await mailSink(t)
    const process = await mailInstallation(t, sink.url)
    const first = await process()
    await first.mailer.send(testMail('jane@example.org'))
    await first.db
      .transaction(async (tx) => {
        await first.mailer.send(testMail('rolled-back@example.org'), tx)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    const rows = await first.db.query('select * from jobs._private_jobs')
    t.equal(rows.length, 1)
    t.notMatch(JSON.stringify(rows), /123456|jane|Hello/)
    await first.close()
    t.equal(sink.received.length, 0)

    const second = await process()
    second.jobs.start()
    t.match((await sink.next('jane@example.org')).message.text, /123456/)
    await second.mailer.settled()
    t.same(await second.db.query('select 1 from jobs._private_jobs'), [])
    t.equal(sink.received.length, 0)
  },
)

t.test('mailer: paused emails are written to the folder, and only tests of the server are sent', async (t) => {
  const sink = await mailSink(t)
  const platform = await (await mailInstallation(t, sink.url))()
  await platform.settings.set({ mails_paused: true })
  await platform.mailer.send(testMail('jane@example.org'))
  platform.jobs.start()
  await platform.mailer.settled()
  t.equal(sink.received.length, 0)
  t.equal(readdirSync(join(platform.config.dataDir, 'mail')).filter((name) => name.endsWith('.eml')).length, 1)
  t.equal(await platform.mailer.check(), 'paused')
  await platform.mailer.sendNow(testMail('admin@example.org'))
  await sink.next('admin@example.org')
  await platform.settings.set({ mails_paused: false })
  await platform.mailer.send(testMail('jane@example.org'))
  await sink.next('jane@example.org')
})

t.test('mailer: an email that an earlier version queued is sent in the language of the installation', async (t) => {
  const sink = await mailSink(t)
  const platform = await (await mailInstallation(t, sink.url))()
  await platform.settings.set({ language: 'ar' })
  const { locale: _none, ...queued } = testMail('jane@example.org')
  await platform.mailer.send(queued as ReturnType<typeof testMail>)
  platform.jobs.start()
  t.match((await sink.next('jane@example.org')).message.html, '<html lang="ar" dir="rtl">')
})

t.test('mailer: an automatic email asks for no answers of absence, one with a reply address allows them', async (t) => {
  const sink = await mailSink(t)
  const platform = await (await mailInstallation(t, sink.url))()
  platform.jobs.start()
  const headersOf = async (extra: { replyTo?: string }) => {
    await platform.mailer.send({ ...testMail('jane@example.org'), ...extra })
    const { headers } = (await sink.next('jane@example.org')).message
    return headers.filter(({ key }) => /^auto-|^x-auto-/.test(key)).map(({ key, value }) => `${key}: ${value}`)
  }
  t.same(await headersOf({}), ['auto-submitted: auto-generated', 'x-auto-response-suppress: OOF, AutoReply'])
  t.same(await headersOf({ replyTo: 'grace@example.org' }), [])
})

t.test('mailer: an email that its recipient can end names a link for mail programs, and one to read', async (t) => {
  const sink = await mailSink(t)
  const platform = await (await mailInstallation(t, sink.url))()
  platform.jobs.start()
  const url = `${platform.config.appUrl}/unsubscribe/${'x'.repeat(90)}`
  const sent = async (extra: object) => {
    await platform.mailer.send({ ...testMail('jane@example.org'), ...extra })
    return (await sink.next('jane@example.org')).message
  }
  const fieldsOf = ({ headers }: Awaited<ReturnType<typeof sent>>) =>
    headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => `${key}: ${value}`)
  const message = await sent({ unsubscribe: { label: 'No more', url } })
  t.same(fieldsOf(message), [`list-unsubscribe: <${url}>`, 'list-unsubscribe-post: List-Unsubscribe=One-Click'])
  t.match(message.text, `No more\n${url}`)
  t.match(message.html, `href="${url}"`)
  t.same(fieldsOf(await sent({})), [])
  const elsewhere = { label: 'No more', url: 'https://other.example/' }
  await t.rejects(platform.mailer.send({ ...testMail('jane@example.org'), unsubscribe: elsewhere }), /own origin/)
})

t.test('mailer: an email that somebody waits for overtakes those to many, also while long jobs run', async (t) => {
  const sink = await mailSink(t)
  const platform = await (await mailInstallation(t, sink.url))()
  const finish = Promise.withResolvers<void>()
  let long = 0
  platform.jobs.define('long', async () => {
    long += 1
    await finish.promise
  })
  platform.jobs.start()
  t.teardown(() => finish.resolve())
  for (let n = 0; n < 2; n++) await platform.jobs.add('long')
  await poll(() => long === 2)
  await platform.db.transaction(async (tx) => {
    for (let n = 0; n < 30; n++)
      await platform.mailer.send({ ...testMail(`many-${n}@example.org`), urgency: 'bulk' }, tx)
    await platform.mailer.send(testMail('jane@example.org'), tx)
  })
  await platform.mailer.settled()
  t.equal(sink.received.length, 31)
  t.ok(sink.received.findIndex(({ to }) => to.includes('jane@example.org')) < 2, 'stored last, sent first')
})

t.test('mailer: slow bulk emails leave a connection to emails that a person waits for', async (t) => {
  const finish = Promise.withResolvers<null>()
  t.teardown(() => finish.resolve(null))
  const none = () => null
  const sink = await mailSink(t, none, none, ([to = '']) => (to.startsWith('slow') ? finish.promise : null))
  const platform = await (await mailInstallation(t, sink.url))()
  platform.jobs.start()
  const slow = ['slow-1@example.org', 'slow-2@example.org', 'slow-3@example.org']
  await platform.db.transaction(async (tx) => {
    for (const to of slow) await platform.mailer.send({ ...testMail(to), urgency: 'bulk' }, tx)
    await platform.mailer.send({ ...testMail('slow-4@example.org'), urgency: 'notice' }, tx)
  })
  await poll(() => sink.received.length === 1)
  // After the first of them, a slow one could take its place.
  for (const to of ['jane@example.org', 'ann@example.org']) {
    await platform.mailer.send(testMail(to))
    await sink.next(to)
  }
  t.equal(sink.received.length, 1)
  finish.resolve(null)
  await platform.mailer.settled()
  t.equal(sink.received.length, 4, 'they follow')
})

t.test('R09: jobs of a dead process continue immediately, and a living process keeps its own', async (t) => {
  const sink = await mailSink(t)
  const process = await mailInstallation(t, sink.url)
  const living = await process()
  const finish = Promise.withResolvers<void>()
  let runs = 0
  const slow = async () => {
    runs += 1
    await finish.promise
  }
  living.jobs.define('slow', slow)
  living.jobs.start()
  await living.jobs.add('slow')
  await poll(() => runs > 0)
  // The state that a process leaves when it is killed while it sends.
  await living.db.transaction(async (tx) => {
    await living.mailer.send(testMail('later@example.org'), tx)
    await tx.query(
      `update jobs._private_jobs set locked_by = 'pool-dead', locked_at = now(), attempts = 1 where locked_by is null`,
    )
    await tx.query(`update jobs._private_job_queues set locked_by = 'pool-dead', locked_at = now()`)
  })
  const next = await process()
  next.jobs.define('slow', slow)
  next.jobs.start()
  await sink.next('later@example.org')
  await next.jobs.runNow('unlock-jobs')
  t.equal(runs, 1, 'the first process still runs the slow job')
  t.equal(
    (await next.db.query(`select 1 from jobs.jobs where task_identifier = 'slow' and locked_by is not null`)).length,
    1,
  )
  finish.resolve()
})

t.test('mailer: makes twelve attempts with growing delays, then keeps a dead letter for 30 days', async (t) => {
  const process = await mailInstallation(t, 'smtp://127.0.0.1:9')
  const platform = await process()
  platform.jobs.start()
  await platform.mailer.send(testMail('jane@example.org'))
  const delays: number[] = []
  for (let attempt = 1; attempt <= 12; attempt++) {
    const failed = `select extract(epoch from run_at - now())::float as delay, last_error from jobs._private_jobs
      where attempts = $1 and locked_at is null and last_error is not null`
    const read = async () => (await platform.db.query<{ delay: number; last_error: string }>(failed, [attempt]))[0]
    const row = (await poll(read))!
    delays.push(row.delay)
    t.notMatch(row.last_error, /jane/)
    await platform.db.query('update jobs._private_jobs set run_at = now()')
    await platform.db.query(`select pg_notify('jobs:insert', '{"count": 1}')`)
  }
  t.ok((delays[1] as number) > (delays[0] as number), 'the second delay is longer')
  const hours = delays.reduce((sum, delay) => sum + delay) / 3_600
  t.ok(hours > 10, `${hours} hours: a mail server may be away for a night`)
  t.match(await platform.jobs.queue.deadLetters(), [{ name: 'mail' }])
  await platform.mailer.settled()

  await platform.jobs.runNow('delete-failed-jobs')
  t.match(await platform.jobs.queue.deadLetters(), [{ name: 'mail' }], 'kept for 30 days')
  await platform.db.query(`update jobs._private_jobs set updated_at = now() - interval '31 days'`)
  await platform.db.query(`insert into settings (name, value) values ('clock_changed_at', now()::text)`)
  await platform.jobs.runNow('delete-failed-jobs')
  t.match(await platform.jobs.queue.deadLetters(), [{ name: 'mail' }], 'R19: kept while the clock may be wrong')
  await platform.db.query(`delete from settings where name = 'clock_changed_at'`)
  await platform.jobs.runNow('delete-failed-jobs')
  t.same(await platform.jobs.queue.deadLetters(), [])
})

t.test(
  'mailer: a server has ten minutes to accept an email, and the next attempt has the same Message-ID',
  async (t) => {
    let rejections = 1
    const answer = async () => (rejections-- > 0 ? 451 : null)
    const none = () => null
    const sink = await mailSink(t, none, none, answer)
    const { setTimeout } = Socket.prototype
    const limits = t.capture(Socket.prototype, 'setTimeout', function (this: Socket, ...limit: [number]) {
      return setTimeout.apply(this, limit)
    })
    const options = t.capture(nodemailer, 'createTransport', nodemailer.createTransport)
    const platform = await (await mailInstallation(t, sink.url))()
    platform.jobs.start()
    await platform.mailer.send(testMail('jane@example.org'))
    const first = await sink.next('jane@example.org')
    t.match(first.message.messageId, /^<[\w-]+@localhost>$/)
    t.equal((await sink.next('jane@example.org')).message.messageId, first.message.messageId)
    t.ok(
      limits().some(({ args: [limit] }) => limit >= 600_000),
      'a message may be examined before it is accepted',
    )
    const [server] = options().map(({ args }) => new URL(String(args[0])).searchParams)
    for (const name of ['connectionTimeout', 'greetingTimeout'])
      t.equal(server?.get(name), '10000', 'one that cannot be reached keeps no other email waiting')
    await platform.mailer.send(testMail('jane@example.org'))
    t.not((await sink.next('jane@example.org')).message.messageId, first.message.messageId)
  },
)

t.test('mailer: a server that does not answer delays emails only, and keeps no process from stopping', async (t) => {
  const finish = Promise.withResolvers<null>()
  t.teardown(() => finish.resolve(null))
  const none = () => null
  const sink = await mailSink(t, none, none, () => finish.promise)
  const process = await mailInstallation(t, sink.url)
  const first = await process()
  first.jobs.start()
  for (let n = 0; n < 2; n++) await first.mailer.send(testMail(`${n}@example.org`))
  await poll(() => sink.received.length === 2)
  await first.jobs.add('unlock-jobs')
  await first.jobs.settled('unlock-jobs')
  await first.close()
  finish.resolve(null)
  const second = await process()
  t.match(await second.db.query('select attempts, last_error from jobs._private_jobs'), [
    { attempts: 1, last_error: 'mail failed: EABORT' },
    { attempts: 1, last_error: 'mail failed: EABORT' },
  ])
})

t.test('mailer: emails that are written to files are removed after a month', async (t) => {
  const start = await mailInstallation(t, '')
  const platform = await start()
  const folder = join(platform.config.dataDir, 'mail')
  mkdirSync(folder)
  const [old, kept] = ['2020-01-31T10-00-00.000Z-0a1b2c3d.eml', 'notes.eml']
  for (const name of [old, `.${old}`, kept]) writeFileSync(join(folder, name), 'x')
  platform.jobs.start()
  await platform.mailer.send(testMail('jane@example.org'))
  await platform.mailer.settled()
  const names = await poll(
    async () => readdirSync(folder),
    (found) => !(found.includes(old) || found.includes(`.${old}`)),
  )
  t.equal(names.length, 2)
  t.ok(names.includes(kept))
})
