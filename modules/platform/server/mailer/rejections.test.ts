import t from 'tap'
import { installation, mail } from '../../../../tests/support/mail-installation.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'

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
  const platform = await (await installation(t, sink.url))()
  platform.jobs.start()
  for (const to of Object.keys(answers)) await platform.mailer.send(mail(to))
  await sink.next('greylisted@example.org')
  await platform.mailer.settled()
  const dead = await platform.jobs.queue.deadLetters()
  t.match(dead, [{ name: 'mail', attempts: 1 }])

  answers['filtered@example.org'] = { code: 451, left: 1 }
  t.equal(await platform.jobs.queue.retry(dead[0]?.id ?? ''), true)
  await sink.next('filtered@example.org')
  await platform.mailer.settled()
  t.same(await platform.jobs.queue.deadLetters(), [], 'what an administrator starts again has more than one attempt')
})

t.test(
  'mailer: a recipient that the server does not know is no failure of emails; what concerns all waits',
  async (t) => {
    const replies = {
      'unknown@example.org': 550,
      'former@example.org': '550 5.1.1 <former@example.org>: no such user',
      'elsewhere@example.org': '550 relay not permitted',
      'policy@example.org': '554 5.7.1 Access denied',
      'sender@example.org': '550 5.1.8 Sender address rejected: Domain not found',
    } as const
    const sink = await mailSink(t, ({ address }) => replies[address as keyof typeof replies] ?? null)
    const platform = await (await installation(t, sink.url))()
    const logged = t.capture(platform.log, 'warn', platform.log.warn)
    platform.jobs.start()
    for (const to of Object.keys(replies)) await platform.mailer.send(mail(to))
    const waiting = () =>
      platform.db.query('select 1 from jobs._private_jobs where attempts > 0 and last_error is not null')
    await poll(async () => (await waiting()).length === 3)
    await poll(async () => (await platform.db.query('select 1 from jobs._private_jobs')).length === 3)
    t.same(await platform.jobs.queue.deadLetters(), [])
    const rejected = logged().filter(({ args }) => args.includes('a recipient was rejected permanently'))
    t.equal(rejected.length, 2)
    t.notMatch(JSON.stringify(rejected.map(({ args }) => args)), /example\.org|unknown|former/)
  },
)

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
  const platform = await (await installation(t, sink.url))()
  platform.jobs.start()
  await platform.mailer.send(mail('jane@example.org'))
  await poll(() => asked.length > 0)
  code = null
  await sink.next('jane@example.org')
  await platform.mailer.settled()
  t.same(await platform.jobs.queue.deadLetters(), [])
})
