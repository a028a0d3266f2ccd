import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BlobWriteError, BlobWriterPool } from './blob-writer-pool.ts'

t.test('blob writer pool: a file that fails does not fail the others of its batch', async (t) => {
  const folder = testFolder(t)
  const [staging, blobs] = [join(folder, 'staging'), join(folder, 'blobs')]
  mkdirSync(staging)
  mkdirSync(blobs)
  const pool = new BlobWriterPool()
  // The threads do not keep a process alive.
  const keepAlive = setInterval(() => undefined, 1_000)
  t.teardown(() => {
    clearInterval(keepAlive)
    pool.close()
  })
  writeFileSync(join(staging, '9'), 'other content')
  // More files than threads, so that some wait and are stored as one batch.
  const stored = await Promise.allSettled(
    Array.from({ length: 40 }, (_none, n) => {
      const to = n % 10 === 7 ? join(folder, 'nowhere', `${n}`) : join(blobs, `${n}`)
      return pool.write(join(staging, `${n}`), to, Buffer.from(`bytes of ${n}`))
    }),
  )
  const failed = stored.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  t.strictSame(failed, [7, 9, 17, 27, 37])
  for (const n of failed) {
    const { reason } = stored[n] as PromiseRejectedResult
    t.ok(reason instanceof BlobWriteError && !reason.ofSync)
    t.notOk(existsSync(join(blobs, `${n}`)))
  }
  t.equal(
    readFileSync(join(staging, '9'), 'utf8'),
    'other content',
    'a staged file of another upload is neither overwritten nor removed',
  )
  const names = readdirSync(blobs)
  t.equal(names.length, 35)
  for (const name of names) t.equal(readFileSync(join(blobs, name), 'utf8'), `bytes of ${name}`)
})
