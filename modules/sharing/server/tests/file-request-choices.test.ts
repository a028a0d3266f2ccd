import t from 'tap'
import { anonymous, proveEmail, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { rateLimits } from '../../../notifications/server/rate-limits.ts'

const app = await testApp(t)
const { db, jobs, mailer } = app.coffer.platform

t.test(
  'notifications: the owner’s choice for upload requests applies to answers and ends; one email within minutes',
  async (t) => {
    const answers = async (channel: string | null) => {
      const person = await signUp(app)
      await proveEmail(person)
      if (channel) await person.client.patch('/api/notifications/settings', { category: 'file-request', channel })
      const { token, id } = await makeFileRequest(person, { title: 'Wedding', expires_at: null })
      for (const name of ['Sender 1', 'Sender 2']) {
        const uploader = anonymous(app)
        await uploader.post(`/api/file-request/${token}/uploader`, { name })
        await sendFile(uploader, token, `${name}.txt`, 'x')
        if (name === 'Sender 2')
          await db.query('update file_request_items set late = true where sent_name like $1', [`${name}%`])
        await uploader.post(`/api/file-request/${token}/submit`, {})
      }
      await db.query(`update file_requests set expires_at = now() - interval '1 minute' where id = $1`, [id])
      return person
    }
    const comment = (userId: string) =>
      app.coffer.notifications.create({
        userId,
        category: 'comment',
        template: 'remoteUploadDone',
        params: { count: 7 },
      })
    const people = [await answers('off'), await answers('app'), await answers('mail'), await answers(null)]
    await jobs.runNow('send-digests')
    // Submitting runs it as well, perhaps at this moment.
    await jobs.settled('send-digests')
    await jobs.settled('send-request-digest')
    await jobs.runNow('expire-requests')
    const emails = async () => {
      await mailer.settled()
      const ofAll = people.map(async ({ email }) => (await mailsTo(app.dataDir, email)).map(({ text }) => text))
      return (await Promise.all(ofAll)).map((texts) => texts.filter((text) => text.includes('Wedding')))
    }
    t.same(await emails(), [[], [], [], []], 'none at once')
    for (const [at, { client, id: userId }] of people.entries()) {
      await client.patch('/api/notifications/settings', { category: 'comment', channel: 'mail' })
      await comment(userId)
      const waiting = await db.query('select 1 from jobs._private_jobs where key like $1', [
        `mail-notifications:${userId}:%`,
      ])
      t.equal(waiting.length > 0, at > 1, 'none where the choice is off or in the app')
      for (const _job of [1, 2]) await jobs.runNow('mail-notifications', { userId, category: 'file-request' })
    }
    const [off, app_, ...byMail] = await emails()
    t.same([off, app_], [[], []])
    for (const texts of byMail) {
      t.equal(texts.length, 1)
      for (const part of [
        'Sender 1 sent 1 file.',
        'Sender 2 sent 1 file. Late: 1.',
        '“Wedding” no longer accepts files.',
      ])
        t.match(texts[0], part)
    }
    const { length } = await db.query('select 1 from notifications where by_mail')
    t.equal(length, people.length, 'only the comments are left for the daily email')
    t.match(await jobs.runNow('send-daily-digests'), { sent: people.length })
    t.same((await emails()).flat().length, 2, 'which tells nothing again')
  },
)

t.test(
  'notifications: an unproven email, maybe somebody else’s, gets five emails a day with names and titles, then a number',
  async (t) => {
    const person = await signUp(app)
    const { token } = await makeFileRequest(person, { title: 'Your parcel is held' })
    const uploader = anonymous(app)
    const answer = async (name: string) => {
      await uploader.post(`/api/file-request/${token}/uploader`, { name })
      await sendFile(uploader, token, `${name}.txt`, 'x')
      await uploader.post(`/api/file-request/${token}/submit`, {})
      await jobs.runNow('send-digests')
      for (const job of ['send-digests', 'send-request-digest']) await jobs.settled(job)
      await jobs.runNow('mail-notifications', { userId: person.id, category: 'file-request' })
    }
    const sent = async () => {
      await mailer.settled()
      return (await mailsTo(app.dataDir, person.email)).map(({ subject, text }) => `${subject}: ${text}`)
    }
    const { limiter } = app.coffer.platform
    for (let n = 0; n < 4; n += 1) await limiter.consume(rateLimits.emailsPerUnprovenRecipient, [person.email])
    // Everything was read meanwhile: nothing is sent, and nothing counts.
    await jobs.runNow('mail-notifications', { userId: person.id, category: 'file-request' })
    for (const name of ['Ada', 'See evil.example', 'Once more']) await answer(name)
    t.match(await sent(), [/^New files for “Your parcel is held”: .*Ada sent 1 file/s], 'the fifth of the day')
    await jobs.runNow('send-daily-digests')
    await jobs.runNow('send-daily-digests')
    const [daily, ...others] = (await sent()).filter((mail) => !mail.startsWith('New files'))
    t.same(others, [])
    t.match(daily, /^2 new notifications in Coffer: Confirm this email/)
    t.notMatch(daily, /parcel|evil|Once more/)
    const settings = () => person.client.get<{ meta: { email_proven: boolean } }>('/api/notifications/settings')
    t.match((await settings()).body.meta, { email_proven: false })
    const { body } = await person.client.get<{ meta: { unread: number } }>('/api/notifications')
    t.equal(body.meta.unread, 3, 'all are in the app')
    await proveEmail(person)
    await answer('Ann')
    const details = (await sent()).filter((mail) => mail.startsWith('New files for “Your parcel is held”'))
    t.match(details, [/Ann sent 1 file/])
    t.match((await settings()).body.meta, { email_proven: true })
  },
)
