import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { PutError, Putters } from './putters.ts'

t.test('of files stored together each fails alone', async (t) => {
  const folder = testFolder(t)
  const [staging, blobs] = [join(folder, 'staging'), join(folder, 'blobs')]
  mkdirSync(staging)
  mkdirSync(blobs)
  const putters = new Putters()
  // The threads let a process end.
  const awake = setInterval(() => undefined, 1_000)
  t.teardown(() => {
    clearInterval(awake)
    putters.close()
  })
  writeFileSync(join(staging, '9'), 'of another')
  // More than there are threads, so that some wait and are handed over together.
  const stored = await Promise.allSettled(
    Array.from({ length: 40 }, (_none, n) => {
      const to = n % 10 === 7 ? join(folder, 'nowhere', `${n}`) : join(blobs, `${n}`)
      return putters.put(join(staging, `${n}`), to, Buffer.from(`bytes of ${n}`))
    }),
  )
  const failed = stored.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  t.strictSame(failed, [7, 9, 17, 27, 37])
  for (const n of failed) {
    const { reason } = stored[n] as PromiseRejectedResult
    t.ok(reason instanceof PutError && !reason.ofSync)
    t.notOk(existsSync(join(blobs, `${n}`)))
  }
  t.equal(readFileSync(join(staging, '9'), 'utf8'), 'of another', 'what was there is nobody’s to write or remove')
  const names = readdirSync(blobs)
  t.equal(names.length, 35)
  for (const name of names) t.equal(readFileSync(join(blobs, name), 'utf8'), `bytes of ${name}`)
})
