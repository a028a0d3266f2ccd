import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { BlobReader } from './blob-reader.ts'
import { LocalBlobStore } from './local-blob-store.ts'
import { randomBlobKey } from './paths.ts'

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_none, n) => {
    const key = randomBlobKey()
    const path = join(folder, 'blobs', key.slice(0, 2), key.slice(2, 4))
    mkdirSync(path, { recursive: true })
    const bytes = Buffer.alloc(100 + n, n % 251)
    writeFileSync(join(path, key), bytes)
    return { key, bytes, path: join(path, key) }
  })

/** Slices of `memory`, one for each file, one after the other. */
const slicesOf = (memory: Buffer, made: readonly { key: string; bytes: Buffer }[]) => {
  let at = 0
  return made.map(({ key, bytes }) => {
    const into = memory.subarray(at, at + bytes.length)
    at += bytes.length
    return { key, into }
  })
}

t.test('readSmall: fills shared and ordinary memory, and rejects when one file is missing or too short', async (t) => {
  const folder = testFolder(t)
  const blobs = new LocalBlobStore(folder)
  t.teardown(() => blobs.close())
  const made = files(folder, 200)
  for (const memory of [Buffer.from(new SharedArrayBuffer(1 << 20)), Buffer.alloc(1 << 20)]) {
    // Concurrently, as the parts of one archive are read.
    await Promise.all(
      [0, 64, 128].map((at) => blobs.readSmall(slicesOf(memory.subarray(at << 10), made.slice(at, at + 64)))),
    )
    for (const at of [0, 64, 128]) {
      const wanted = Buffer.concat(made.slice(at, at + 64).map(({ bytes }) => bytes))
      t.ok(memory.subarray(at << 10, (at << 10) + wanted.length).equals(wanted), 'the bytes of all files')
    }
    const long = made.map(({ key, bytes }) => ({ key, bytes: Buffer.concat([bytes, bytes]) }))
    await t.rejects(blobs.readSmall(slicesOf(memory, long)), /missing/, 'shorter than its buffer')
  }
  const shared = Buffer.from(new SharedArrayBuffer(1 << 20))
  rmSync(made[20]?.path as string)
  await t.rejects(blobs.readSmall(slicesOf(shared, made)), /missing/)
  await blobs.readSmall(slicesOf(shared, made.slice(21)))
  t.ok(shared.subarray(0, 121).equals(made[21]?.bytes as Buffer), 'later reads succeed')
})

/** The same files as a batch for the thread. */
const batchOf = (memory: SharedArrayBuffer, wanted: ReturnType<typeof slicesOf>, made: ReturnType<typeof files>) => ({
  memory,
  paths: made.map(({ path }) => path),
  slices: wanted.map(({ into }): [number, number] => [into.byteOffset, into.length]),
})

t.test('blob reader: reads a batch; rejects a short or missing file, and pending reads on close', async (t) => {
  const made = files(testFolder(t), 100)
  const memory = new SharedArrayBuffer(1 << 20)
  const all = Buffer.from(memory)
  const reader = new BlobReader()
  t.teardown(() => reader.close())
  t.notOk(reader.ready(), 'ready() starts the thread')
  await reader.read(batchOf(memory, slicesOf(all, made), made))
  t.ok(reader.ready())
  const wanted = Buffer.concat(made.map(({ bytes }) => bytes))
  t.ok(all.subarray(0, wanted.length).equals(wanted), 'the bytes of all files')
  const long = made.map((file) => ({ ...file, bytes: Buffer.concat([file.bytes, file.bytes]) }))
  await t.rejects(reader.read(batchOf(memory, slicesOf(all, long), made)), /ENOENT|shorter/)
  rmSync(made[20]?.path as string)
  await t.rejects(reader.read(batchOf(memory, slicesOf(all, made), made)), /ENOENT|shorter/)
  const reading = reader.read(batchOf(memory, slicesOf(all, made), made))
  reader.close()
  await t.rejects(reading, /closed/, 'the pending read')
  t.notOk(reader.ready(), 'ready() starts it again')
})
