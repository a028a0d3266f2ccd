import argon2 from 'argon2'
import t from 'tap'
import { hashPassword, isOutdated, verifyPassword } from './hasher.ts'

t.test('passwords: hashed by Argon2id with 46 MiB, whatever form of Unicode the keyboard sends', async (t) => {
  const hash = await hashPassword('Straßencafé')
  t.match(hash, /^\$argon2id\$v=19\$m=47104,p=1,t=1\$/)
  t.not(await hashPassword('Straßencafé'), hash, 'each with its own salt')
  t.equal(await verifyPassword(hash, 'Straßencafé'.normalize('NFD')), true)
  t.equal(await verifyPassword(hash, 'Strassencafé'), false)
  t.equal(await verifyPassword(null, 'not anybody’s password'), false, 'an account without a password')
})

t.test('passwords: a hash of another cost is outdated', async (t) => {
  t.equal(isOutdated(await hashPassword('a')), false)
  t.equal(isOutdated(await argon2.hash('a', { memoryCost: 19_456, timeCost: 1, parallelism: 1 })), true)
})

t.test('R16: one caller cannot fill the queue of all others', async (t) => {
  const hash = await hashPassword('right')
  await verifyPassword(hash, 'right')
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>()
  t.intercept(argon2, 'verify', { value: () => held })
  const many = (count: number, caller: string | null) =>
    Array.from({ length: count }, () => verifyPassword(hash, 'right', caller))
  const ofOne = many(40, '203.0.113.7')
  const ofOther = verifyPassword(hash, 'right', '203.0.113.8')
  release(true)
  const results = await Promise.allSettled(ofOne)
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 25)
  t.match(results.at(-1), { reason: { status: 503 } })
  t.equal(await ofOther, true)
  t.same(await Promise.all(many(25, '203.0.113.7')), Array(25).fill(true), 'its places are free again')
})

t.test(
  'passwords: a failed hash of the first sign-in does not fail later ones, nor tells accounts apart',
  async (t) => {
    // A process that has verified no password yet.
    const url = new URL('./hasher.ts?first-sign-in', import.meta.url).href
    const fresh = (await import(url)) as typeof import('./hasher.ts')
    const hash = await hashPassword('right')
    const outOfMemory = new Error('out of memory')
    const hashes = t.intercept(argon2, 'hash', { value: () => Promise.reject(outOfMemory) })
    await t.rejects(fresh.verifyPassword(null, 'x'), outOfMemory)
    await t.rejects(fresh.verifyPassword(hash, 'right'), outOfMemory, 'as with an account')
    hashes.restore()
    t.equal(await fresh.verifyPassword(null, 'x'), false)
    t.equal(await fresh.verifyPassword(hash, 'right'), true)
  },
)
