import t from 'tap'
import { testApp } from '../../../tests/support/app.ts'
import { type AppError, platformErrors } from './errors.ts'
import { networkOf } from './network-of.ts'
import { storedCounterKey } from './rate-limit-key.ts'
import { RateLimiter } from './rate-limiter.ts'

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: AppError) => `${error.code} ${Number(error.extras.headers?.['retry-after']) > 0}`,
  )

t.test('networkOf: one network for an IPv4 address or an IPv6 /64', async (t) => {
  t.equal(networkOf('203.0.113.9'), '203.0.113.9')
  t.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  t.equal(networkOf('::ffff:cb00:7109'), '203.0.113.9', 'IPv4 mapped into IPv6, in hexadecimal')
  t.equal(networkOf('2001:db8:1:2:aaaa::1'), networkOf('2001:0db8:0001:0002:bbbb:0:0:9'))
  t.not(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  t.equal(networkOf('::1'), '0:0:0:0')
  t.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0')
})

t.test('rate limit: counts concurrent attempts of all processes, also after a restart', async (t) => {
  const { coffer } = await testApp(t)
  const { db, limiter } = coffer.platform
  const rule = { key: 'try', limit: 5, windowSeconds: 60 }
  const other = new RateLimiter(db)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => outcome((at % 2 ? other : limiter).consume(rule, ['me']))),
  )
  t.equal(outcomes.filter((each) => each === 'ok').length, 5)
  t.equal(outcomes.filter((each) => each === 'too-many-attempts true').length, 15)
  t.equal(await outcome(new RateLimiter(db).consume(rule, ['me'])), 'too-many-attempts true', 'as after a restart')
  t.equal(await limiter.tryConsume(rule, ['me']), false)
  t.equal(await outcome(limiter.consume(rule, ['you'])), 'ok')
  t.equal(await limiter.tryConsume(rule, ['you'], { by: 4 }), true)
  t.equal(await outcome(limiter.consume(rule, ['you'])), 'too-many-attempts true', 'those count, too')

  await db.query("update rate_limits set reset_at = now() - interval '1 second'")
  t.equal(await outcome(limiter.consume(rule, ['me'])), 'ok', 'a new window')
  await limiter.clear(rule, ['me'])
  const names = await db.query<{ key: string }>('select key from rate_limits')
  t.notOk(
    names.some(({ key }) => key.includes('you')),
    'keys do not reveal the caller',
  )
})

t.test('R19: a window that a clock ahead has begun ends when the clock is set right', async (t) => {
  const { coffer } = await testApp(t)
  const { db } = coffer.platform
  const rule = { key: 'ahead', limit: 2, windowSeconds: 60 }
  const limiter = () => new RateLimiter(db)
  const until = (time: string) =>
    db.query(`update rate_limits set reset_at = now() + $2::interval where key = $1`, [
      storedCounterKey('ahead', ['me']),
      time,
    ])
  for (let at = 0; at < 2; at++) await limiter().consume(rule, ['me'])
  t.equal(await outcome(limiter().consume(rule, ['me'])), 'too-many-attempts true')
  await until('1 year')
  t.same(await limiter().consume(rule, ['me']), { left: 1, seconds: 60 })
  await limiter().consume(rule, ['me'])
  await until('1 year')
  t.equal(await limiter().tryBatched(rule, ['me']), 0)
  await until('59 seconds')
  t.equal(await outcome(limiter().consume(rule, ['me'])), 'ok')
  t.equal(await outcome(limiter().consume(rule, ['me'])), 'too-many-attempts true', 'a usual window goes on')
})

t.test('rate limit: one that locks does so for its whole window, from the attempt that reaches it', async (t) => {
  const { coffer } = await testApp(t)
  const { db, limiter } = coffer.platform
  const secondsAfterLast = async (key: string, { locks = false } = {}) => {
    const guesses = { limit: { key, limit: 3, windowSeconds: 900, locks }, subject: ['me'] }
    const wrong = () => Promise.reject(platformErrors.fail('not-found'))
    const attempt = () => limiter.attempt([guesses], wrong)
    for (let at = 0; at < 2; at++) await t.rejects(attempt(), { code: 'not-found' })
    await db.query(`update rate_limits set reset_at = now() + interval '10 seconds' where key = $1`, [
      storedCounterKey(key, ['me']),
    ])
    await t.rejects(attempt(), { code: 'not-found' })
    const seconds = async () => {
      const error = await attempt().then(
        () => t.fail('is allowed') as never,
        (thrown: AppError) => thrown,
      )
      return Number(error.extras.headers?.['retry-after'])
    }
    const locked = await seconds()
    await db.query(`update rate_limits set reset_at = now() + interval '100 seconds' where key = $1`, [
      storedCounterKey(key, ['me']),
    ])
    return [locked, await seconds()] as const
  }
  const [locked, later] = await secondsAfterLast('guess', { locks: true })
  t.ok(locked > 600 && locked <= 900, `${locked} s`)
  t.ok(later <= 100, 'a rejected attempt does not prolong it')
  t.ok((await secondsAfterLast('send'))[0] <= 10, 'others end when their window does')
})

t.test('rate limit: only a wrong attempt locks, not one that is refunded', async (t) => {
  const { coffer } = await testApp(t)
  const { db, limiter } = coffer.platform
  const key = 'guess'
  const limit = { key, limit: 3, windowSeconds: 900, locks: true }
  const guesses = { limit, subject: ['me'], onSuccess: 'refund' as const }
  const full = { limit: { key: 'network', limit: 0, windowSeconds: 900 }, subject: ['me'] }
  const wrong = () => Promise.reject(platformErrors.fail('not-found'))
  for (let at = 0; at < 2; at++) await t.rejects(limiter.attempt([guesses], wrong), { code: 'not-found' })
  await db.query(`update rate_limits set reset_at = now() + interval '100 seconds' where key = $1`, [
    storedCounterKey(key, ['me']),
  ])
  const row = () => db.query('select count, reset_at from rate_limits where key = $1', [storedCounterKey(key, ['me'])])
  const before = await row()
  t.equal(await limiter.attempt([guesses], async () => 'granted'), 'granted')
  t.strictSame(await row(), before, 'a successful one')
  await t.rejects(limiter.attempt([guesses], () => Promise.reject(new Error('the database is away'))))
  t.strictSame(await row(), before, 'one that failed')
  await t.rejects(limiter.attempt([guesses, full], wrong), { code: 'too-many-attempts' })
  t.strictSame(await row(), before, 'one that another counter rejected')
})

t.test('rate limit: consumeBatched runs one query per tenth of the limit and holds across processes', async (t) => {
  const { coffer } = await testApp(t)
  const { db } = coffer.platform
  const rule = { key: 'all', limit: 100, windowSeconds: 60 }
  const query = db.query
  let queries = 0
  db.query = ((...given: Parameters<typeof query>) => {
    // Jobs also delete rows of this table.
    if (given[0].startsWith('insert into rate_limits')) queries += 1
    return query.apply(db, given)
  }) as typeof query
  const two = [new RateLimiter(db), new RateLimiter(db)] as const
  const outcomes: string[] = []
  for (let at = 0; at < 200; at++)
    outcomes.push(await outcome((two[at % 2] as RateLimiter).consumeBatched(rule, ['me'])))
  t.equal(outcomes.filter((each) => each === 'ok').length, 100)
  t.ok(queries <= 12, `${queries} queries`)
  const seconds = await Promise.all(['me', 'you'].map((name) => two[0].tryBatched(rule, [name])))
  t.ok((seconds[0] as number) > 0 && (seconds[0] as number) <= 60 && seconds[1] === 0, `${seconds}`)
})

t.test('rate limit: a successful and a failed attempt change each counter as declared', async (t) => {
  const { coffer } = await testApp(t)
  const { db, limiter } = coffer.platform
  const counter = (name: string, onSuccess?: 'refund' | 'clear') => ({
    ...{ limit: { key: name, limit: 5, windowSeconds: 60 }, subject: ['me'] },
    ...(onSuccess && { onSuccess }),
  })
  const counters = [counter('kept'), counter('refunded', 'refund'), counter('cleared', 'clear')]
  await db.query('delete from rate_limits')
  const counts = async () =>
    (await db.query<{ count: number }>('select count from rate_limits order by count')).map(({ count }) => count)
  const wrong = () => Promise.reject(platformErrors.fail('not-found'))
  await t.rejects(limiter.attempt(counters, wrong))
  t.same(await counts(), [1, 1, 1])
  await t.rejects(limiter.attempt(counters, () => Promise.reject(new Error('the database is away'))))
  t.same(await counts(), [1, 1, 1])
  t.equal(await limiter.attempt(counters, async () => 'granted'), 'granted')
  t.same(await counts(), [1, 2])
  limiter.refund = limiter.clear = () => Promise.reject(new Error('the database is away'))
  t.equal(await limiter.attempt(counters, async () => 'granted'), 'granted')
})

t.test('restarts do not use up a rate limit', async (t) => {
  const { coffer } = await testApp(t)
  const { db } = coffer.platform
  const rule = { key: 'files', limit: 20_000, windowSeconds: 3_600 }
  const counted = async () => (await db.query<{ count: number }>('select count from rate_limits'))[0]?.count
  await db.query('delete from rate_limits')
  const stopped = new RateLimiter(db)
  for (let attempt = 0; attempt < 3; attempt++) await stopped.consumeBatched(rule, ['me'])
  await stopped.refundUnused()
  t.equal(await counted(), 3, 'a stopping process refunds unused attempts')
  for (let killed = 0; killed < 20; killed++) await new RateLimiter(db).consumeBatched(rule, ['me'])
  t.ok(((await counted()) as number) <= 2_003, 'a killed process leaves at most a hundred attempts counted')
})

t.test('rate limit: callers of many networks take bounded memory; the oldest are forgotten', async (t) => {
  let refunded: string[] = []
  const db = {
    async query(_sql: string, [keys]: [string | string[]]) {
      if (Array.isArray(keys)) refunded = keys
      return [{ count: 10, seconds: 60 }]
    },
  }
  const limiter = new RateLimiter(db as never)
  const rule = { key: 'all', limit: 100, windowSeconds: 60 }
  for (let caller = 0; caller < 50_100; caller++) await limiter.consumeBatched(rule, [String(caller)])
  await limiter.refundUnused()
  t.equal(refunded.length, 50_000)
})
