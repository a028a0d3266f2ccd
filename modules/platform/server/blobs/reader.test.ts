import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { LocalBlobs } from './local.ts'
import { randomKey } from './paths.ts'
import { Reader } from './reader.ts'

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_none, n) => {
    const key = randomKey()
    const path = join(folder, 'blobs', key.slice(0, 2), key.slice(2, 4))
    mkdirSync(path, { recursive: true })
    const bytes = Buffer.alloc(100 + n, n % 251)
    writeFileSync(join(path, key), bytes)
    return { key, bytes, path: join(path, key) }
  })

/** One piece of memory with a place for each file, one after the other. */
const places = (memory: Buffer, made: readonly { key: string; bytes: Buffer }[]) => {
  let at = 0
  return made.map(({ key, bytes }) => {
    const into = memory.subarray(at, at + bytes.length)
    at += bytes.length
    return { key, into }
  })
}

t.test('many small files, in shared memory and in any other; one that is missing or short fails them', async (t) => {
  const folder = testFolder(t)
  const blobs = new LocalBlobs(folder)
  t.teardown(() => blobs.close())
  const made = files(folder, 200)
  for (const memory of [Buffer.from(new SharedArrayBuffer(1 << 20)), Buffer.alloc(1 << 20)]) {
    // Side by side, as the pieces of one archive are.
    await Promise.all(
      [0, 64, 128].map((at) => blobs.readSmall(places(memory.subarray(at << 10), made.slice(at, at + 64)))),
    )
    for (const at of [0, 64, 128]) {
      const wanted = Buffer.concat(made.slice(at, at + 64).map(({ bytes }) => bytes))
      t.ok(memory.subarray(at << 10, (at << 10) + wanted.length).equals(wanted), 'the bytes of all')
    }
    const long = made.map(({ key, bytes }) => ({ key, bytes: Buffer.concat([bytes, bytes]) }))
    await t.rejects(blobs.readSmall(places(memory, long)), /missing/, 'shorter than was said')
  }
  const shared = Buffer.from(new SharedArrayBuffer(1 << 20))
  rmSync(made[20]?.path as string)
  await t.rejects(blobs.readSmall(places(shared, made)), /missing/)
  await blobs.readSmall(places(shared, made.slice(21)))
  t.ok(shared.subarray(0, 121).equals(made[21]?.bytes as Buffer), 'and goes on')
})

/** The same as an order to the thread. */
const orderOf = (memory: SharedArrayBuffer, wanted: ReturnType<typeof places>, made: ReturnType<typeof files>) => ({
  memory,
  paths: made.map(({ path }) => path),
  places: wanted.map(({ into }): [number, number] => [into.byteOffset, into.length]),
})

t.test('the thread: bytes, a file too short, one that is gone, the end', async (t) => {
  const made = files(testFolder(t), 100)
  const memory = new SharedArrayBuffer(1 << 20)
  const all = Buffer.from(memory)
  const reader = new Reader()
  t.teardown(() => reader.close())
  t.notOk(reader.ready(), 'it is begun by the question')
  await reader.read(orderOf(memory, places(all, made), made))
  t.ok(reader.ready())
  const wanted = Buffer.concat(made.map(({ bytes }) => bytes))
  t.ok(all.subarray(0, wanted.length).equals(wanted), 'the bytes of all')
  const long = made.map((file) => ({ ...file, bytes: Buffer.concat([file.bytes, file.bytes]) }))
  await t.rejects(reader.read(orderOf(memory, places(all, long), made)), /ENOENT|shorter/)
  rmSync(made[20]?.path as string)
  await t.rejects(reader.read(orderOf(memory, places(all, made), made)), /ENOENT|shorter/)
  const reading = reader.read(orderOf(memory, places(all, made), made))
  reader.close()
  await t.rejects(reading, /ended/, 'what it had in hand is told')
  t.notOk(reader.ready(), 'and it begins again')
})
