import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BatchedFsync } from './batched-fsync.ts'

/** Syncs whose fsync calls end when the test says so. */
const testSyncs = (t: Parameters<typeof testFolder>[0]) => {
  const calls: { fd: number; end: PromiseWithResolvers<void> }[] = []
  const syncs = new BatchedFsync((fd) => {
    const end = Promise.withResolvers<void>()
    calls.push({ fd, end })
    return end.promise
  })
  t.teardown(() => syncs.closeAll())
  return { syncs, calls, folder: testFolder(t) }
}

t.test('R06: calls that wait for a failed fsync of a folder fail with it', async (t) => {
  const { syncs, calls, folder } = testSyncs(t)
  const error = Object.assign(new Error('EIO'), { code: 'EIO' })
  const waiting = Promise.allSettled([syncs.sync(folder), syncs.sync(folder), syncs.sync(folder)])
  calls[0]?.end.reject(error)
  t.strictSame(
    await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve))]),
    Array.from({ length: 3 }, () => ({ status: 'rejected', reason: error })),
    'the kernel reports an error once, so that a second fsync would succeed',
  )
  t.equal(calls.length, 1)
  const later = syncs.sync(folder)
  t.equal(calls.length, 2, 'a later call is not affected')
  calls[1]?.end.resolve()
  await later
})

t.test('calls for a folder whose fsync runs share the next one', async (t) => {
  const { syncs, calls, folder } = testSyncs(t)
  const first = syncs.sync(folder)
  const others = [syncs.sync(folder), syncs.sync(folder)]
  calls[0]?.end.resolve()
  await first
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(calls.length, 2)
  calls[1]?.end.resolve()
  await Promise.all(others)
  t.equal(calls[1]?.fd, calls[0]?.fd, 'with the same descriptor')
})
