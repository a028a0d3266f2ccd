import t, { type Test } from 'tap'
import { mailInstallation, testMail } from '../../../../tests/support/mail-installation.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { mailSink, type Reply } from '../../../../tests/support/smtp.ts'

t.test('mailer: an email is sent again after a temporary rejection, not after a permanent one', async (t) => {
  const answers: Record<string, { code: number; left: number }> = {
    'filtered@example.org': { code: 554, left: 100 },
    'greylisted@example.org': { code: 451, left: 1 },
  }
  const answerTo = (address = '') => {
    const answer = answers[address]
    if (!answer || answer.left === 0) return null
    answer.left -= 1
    return answer.code
  }
  const accept = () => null
  const sink = await mailSink(t, accept, accept, ([address]) => answerTo(address))
  const platform = await (await mailInstallation(t, sink.url))()
  platform.jobs.start()
  for (const to of Object.keys(answers)) await platform.mailer.send(testMail(to))
  await sink.next('greylisted@example.org')
  await platform.mailer.settled()
  const dead = await platform.jobs.queue.deadLetters()
  t.match(dead, [{ name: 'mail', attempts: 1 }])

  answers['filtered@example.org'] = { code: 451, left: 1 }
  t.equal(await platform.jobs.queue.retry(platform.db, dead[0]?.id ?? ''), true)
  await sink.next('filtered@example.org')
  await platform.mailer.settled()
  t.same(await platform.jobs.queue.deadLetters(), [], 'what an administrator starts again has more than one attempt')
})

/** States of emails whose recipients get these replies. */
const outcomes = async (t: Test, replies: readonly Reply[]) => {
  const addressOf = (n: number) => `person-${n}@example.org`
  const sink = await mailSink(t, ({ address }) => replies.find((_reply, n) => addressOf(n) === address) ?? null)
  const platform = await (await mailInstallation(t, sink.url))()
  const logged = t.capture(platform.log, 'warn', platform.log.warn)
  platform.jobs.start()
  for (const n of replies.keys()) await platform.mailer.send(testMail(addressOf(n)))
  const jobs = () =>
    platform.db.query<{ failed: boolean }>(
      'select attempts >= max_attempts as failed from jobs._private_jobs where last_error is not null',
    )
  const rejected: unknown[] = []
  await poll(async () => {
    const warnings = logged().map(({ args }) => args)
    rejected.push(...warnings.filter((args) => args.includes('a recipient was rejected permanently')))
    return (await jobs()).length + rejected.length === replies.length
  })
  const failed = (await jobs()).filter((job) => job.failed).length
  return { failed, waiting: (await jobs()).length - failed, rejected }
}

t.test('mailer: a mailbox that the server says does not exist is no failure of emails', async (t) => {
  const replies = [
    '550 5.1.1 <former@example.org>: no such user',
    '550 5.1.10 Recipient not found by SMTP address lookup',
    '550 5.4.1 Recipient address rejected: Access denied',
    '552 5.2.2 Over quota',
    '553 sorry, no mailbox here by that name (#5.1.1)',
    '550 No Such User Here',
    '550 User <sender@example.org> unknown',
  ] as const
  const { failed, waiting, rejected } = await outcomes(t, replies)
  t.same({ failed, waiting, rejected: rejected.length }, { failed: 0, waiting: 0, rejected: replies.length })
  t.notMatch(JSON.stringify(rejected), /example\.org|former|no such/i, 'the reply may name the recipient')
})

t.test('mailer: no email is lost by another reply to its recipient', async (t) => {
  const failing = [
    550,
    '550 Administrative prohibition',
    '550 <unknown user@example.org>: Administrative prohibition',
    '550 Sender verify failed: no such user',
    '550 Sender address rejected: User unknown',
    '550 5.4.5 Daily user sending limit exceeded',
    '554 5.1.0 Sender rejected',
    '550 5.4.1 No answer from host',
    '550 You have exceeded the max emails per hour',
    '550 Requested action not taken: mailbox unavailable or not local',
    '550 [5.1.1.25] is on a list',
  ] as const
  const waiting = [
    '550 relay not permitted',
    '554 5.7.1 Access denied',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.1.8 Sender address rejected: Domain not found',
  ] as const
  const found = await outcomes(t, [...failing, ...waiting])
  t.same(found, { failed: failing.length, waiting: waiting.length, rejected: [] })
})

t.test('mailer: emails wait for an administrator when the server rejects the sender', async (t) => {
  let code: number | null = 530
  const asked: (number | null)[] = []
  const sink = await mailSink(
    t,
    () => null,
    () => {
      asked.push(code)
      return code
    },
  )
  const platform = await (await mailInstallation(t, sink.url))()
  platform.jobs.start()
  await platform.mailer.send(testMail('jane@example.org'))
  await poll(() => asked.length > 0)
  code = null
  await sink.next('jane@example.org')
  await platform.mailer.settled()
  t.same(await platform.jobs.queue.deadLetters(), [])
})
