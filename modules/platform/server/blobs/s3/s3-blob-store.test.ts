import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { keysOf } from '../../../../../tests/support/blob-keys.ts'
import { newBucket } from '../../../../../tests/support/buckets.ts'
import { countingProxy } from '../../../../../tests/support/counting-proxy.ts'
import { smallDisk } from '../../../../../tests/support/disks.ts'
import { testFolder } from '../../../../../tests/support/folders.ts'
import { testObjectStore } from '../../../../../tests/support/object-store.ts'
import { eventually, poll } from '../../../../../tests/support/poll.ts'
import { tinyBucket } from '../../../../../tests/support/tiny-bucket.ts'
import type { BlobFailure, BlobStore, OpenBlob } from '../store.ts'
import { S3BlobStore } from './s3-blob-store.ts'
import { parseS3Url } from './s3-url.ts'

const mib = 1 << 20
const ceph = await testObjectStore(t)

const storeAt = (t: Test, url: string): BlobStore => {
  const location = parseS3Url(url)
  if (!location) throw new Error('not a BLOB_URL')
  const store = new S3BlobStore(testFolder(t), location)
  t.teardown(() => store.close())
  return store
}

const write = async (store: BlobStore, key: string, bytes: Buffer, from = 0) => {
  const file = await (from === 0 ? store.stage(key) : store.reopen(key))
  if (file.size > from) await file.truncate(from)
  for (let at = from; at < bytes.length; at += mib) await file.write([bytes.subarray(at, at + mib)], at)
  await file.sync('all')
  await file.close()
}

const readAll = async (blob: OpenBlob): Promise<Buffer> => {
  const all = Buffer.alloc(blob.size)
  for (let at = 0; at < all.length; ) at += await blob.read(all.subarray(at, at + mib), at)
  blob.release()
  return all
}

/** Expected error of `t.rejects`. */
const failure = (reason: BlobFailure): Error => ({ reason }) as unknown as Error

t.test('S3: small files can be stored while the disk is full, because they are not staged', async (t) => {
  const disk = smallDisk(t, 1)
  if (!disk) return void t.comment('only root may mount a disk')
  const store = new S3BlobStore(disk, parseS3Url('s3://key:secret@127.0.0.1:9/bucket?tls=0')!)
  t.teardown(() => store.close())
  await t.rejects(store.ensureRoom(1), failure('full'))
  await store.ensureRoom(1, { staged: false })
})

t.test('S3: a copy for a reader of the beginning has no more, and fetches no more', async (t) => {
  const { url, requested } = await tinyBucket(t)
  const store = storeAt(t, url)
  for (const size of [100, 5 * mib]) {
    const [key, bytes] = [store.newKey(), randomBytes(size)]
    await store.put(key, bytes)
    const before = requested()
    const file = await store.localFile(key, { maxBytes: 2 * mib })
    t.ok(readFileSync(file.path).equals(bytes.subarray(0, 2 * mib)))
    t.equal(requested() - before, Math.min(size, 2 * mib))
    await file.release()
  }
  t.same(await keysOf(store.staged()), [])
})

if (ceph) {
  t.test('S3: small and large blobs are stored, read whole and by range, and deleted', async (t) => {
    const store = storeAt(t, await newBucket(ceph.url))
    await eventually(t, () => store.probe(), true)
    for (const size of [1, 5 * mib, 8 * mib, 30 * mib + 7]) {
      const [key, bytes] = [store.newKey(), randomBytes(size)]
      await write(store, key, bytes)
      await store.commit(key)
      t.same(await keysOf(store.staged()), [], 'the staged file is gone')
      t.match(await store.stat(key), { key, size })
      t.ok((await readAll(await store.open(key))).equals(bytes))
      const middle = size >> 1
      const part = await store.open(key, { start: middle, end: size - 1 })
      const into = Buffer.alloc(size - middle)
      t.equal(await part.read(into, middle), into.length)
      t.ok(into.equals(bytes.subarray(middle)), 'from the middle')
      t.equal(await part.read(into.subarray(0, 1), 0), 1, 'and outside of the range')
      t.equal(into[0], bytes[0])
      part.release()
    }
    const [key, bytes] = [store.newKey(), randomBytes(4_096)]
    const shared = Buffer.from(new SharedArrayBuffer(bytes.length))
    bytes.copy(shared)
    await store.put(key, shared)
    shared.fill(0)
    await store.readSmall([{ key, into: shared }])
    t.ok(shared.equals(bytes), 'by shared memory')
    await t.rejects(store.readSmall([{ key, into: Buffer.alloc(5_000) }]), failure('missing'))
    const copy = await store.localFile(key)
    await copy.release()
    await store.unlink(key)
    await store.unlink(key)
    await t.rejects(store.open(key), failure('missing'))
    await t.rejects(store.open(key, { start: 0, end: 9 }), failure('missing'))
    t.same(await keysOf(store.staged()), [], 'copies are gone')
  })

  t.test('S3: parts whose bytes changed after they were sent are sent again', async (t) => {
    const store = storeAt(t, await newBucket(ceph.url))
    const [key, first, second] = [store.newKey(), randomBytes(20 * mib), randomBytes(33 * mib)]
    await write(store, key, first)
    await write(store, key, Buffer.concat([first.subarray(0, 10 * mib), second.subarray(10 * mib)]), 10 * mib)
    await store.commit(key)
    const stored = await readAll(await store.open(key))
    t.ok(stored.equals(Buffer.concat([first.subarray(0, 10 * mib), second.subarray(10 * mib)])))
    const to = store.newKey()
    await store.restage(key, to)
    await store.unlink(key)
    t.same(await keysOf(store.staged()), [to])
    await store.commit(to)
    t.ok((await readAll(await store.open(to))).equals(stored), 'after it was staged again')
  })

  t.test('S3: parts that a dead process sent are listed as staged and can be discarded', async (t) => {
    const url = await newBucket(ceph.url)
    const [dead, store] = [storeAt(t, url), storeAt(t, url)]
    const key = dead.newKey()
    await write(dead, key, randomBytes(17 * mib))
    await poll(async () => (await keysOf(store.staged())).includes(key), Boolean)
    t.same(await keysOf(store.blobs()), [], 'no object is visible before the commit')
    await store.discard(key)
    t.same(await keysOf(store.staged()), [])
    await dead.discard(key)
  })

  t.test('S3: the quarantine marks blobs, restores them and deletes them', async (t) => {
    const store = storeAt(t, await newBucket(ceph.url))
    const [one, two] = [store.newKey(), store.newKey()]
    for (const key of [one, two]) await store.put(key, Buffer.from('content'))
    await store.quarantine(one)
    await store.quarantine(two)
    t.same(await keysOf(store.blobs()), [])
    await store.restore(two)
    await t.rejects(store.restore(store.newKey()), failure('missing'))
    t.same([await keysOf(store.blobs()), await keysOf(store.quarantined())], [[two], [one]])
    t.equal(await store.emptyQuarantine(new Date(0)), 0)
    t.equal(await store.emptyQuarantine(new Date(Date.now() + 60_000)), 1)
    t.equal(await store.stat(one), null)
    t.ok(await store.stat(two))
  })

  t.test('S3: a released read closes its connection; a break within one is bridged', async (t) => {
    const url = await newBucket(ceph.url)
    const proxy = await countingProxy(t, Number(new URL(ceph.endpoint).port))
    const store = storeAt(t, url.replace(/:\d+\//, `:${proxy.port}/`))
    const [key, bytes] = [store.newKey(), randomBytes(40 * mib)]
    await write(store, key, bytes)
    await store.commit(key)
    await poll(
      () => proxy.busy(),
      (busy) => busy === 0,
    )
    const released = await store.open(key, { start: 0, end: bytes.length - 1 })
    await released.read(Buffer.alloc(mib), 0)
    t.equal(proxy.busy(), 1)
    released.release()
    t.equal(
      await poll(
        () => proxy.busy(),
        (busy) => busy === 0,
      ),
      0,
    )
    const broken = await store.open(key, { start: 0, end: bytes.length - 1 })
    const all = Buffer.alloc(bytes.length)
    for (let at = 0; at < all.length; ) {
      at += await broken.read(all.subarray(at, at + mib), at)
      if (at === 3 * mib) proxy.cut()
    }
    broken.release()
    t.ok(all.equals(bytes))
  })

  t.test('S3: while the store is away calls fail, and work again when it is back', async (t) => {
    const store = storeAt(t, await newBucket(ceph.url))
    const [key, bytes] = [store.newKey(), randomBytes(9 * mib)]
    ceph.signal('SIGKILL')
    const staged = store.newKey()
    await write(store, staged, bytes)
    await t.rejects(store.put(key, bytes), failure('unhealthy'))
    await t.rejects(store.commit(staged), failure('unhealthy'))
    await t.rejects(store.ensureRoom(1), failure('unhealthy'))
    await t.rejects(store.open(key, { start: 0, end: 1 }), failure('unhealthy'))
    t.equal(await store.probe(), false)
    await ceph.restart()
    await poll(() => store.probe(), Boolean)
    await store.commit(staged)
    t.ok((await readAll(await store.open(staged))).equals(bytes), 'what was staged meanwhile is not lost')
  })
}
