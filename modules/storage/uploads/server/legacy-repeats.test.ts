import { randomBytes, randomUUID } from 'node:crypto'
import t from 'tap'
import { type ChunkResponse, sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { seedOneFolder } from '../../../../tests/support/seed.ts'

type Fields = Record<string, string | number>

t.test('legacy chunks: a file that equals the last chunk of the file before it is stored', async (t) => {
  const { chunk, bytesOf, person, usage } = await testUploads(t)
  const me = await person()
  const [x, y] = [randomBytes(100_000), randomBytes(100_000)]
  const both = Buffer.concat([x, y])
  const send = (bytes: Buffer) => chunk(me, { name: 'disk.img', is_last_chunk: false }, bytes)
  const sendLast = (bytes: Buffer, fields: Fields = {}) =>
    chunk(me, { name: 'disk.img', is_last_chunk: true, ...fields }, bytes)
  const names = new Set<unknown>()
  const repeats: Fields[] = [{}, { total_size: both.length }, { offset: x.length }, { sha256: sha256Of(both) }]
  const others: Fields[] = [{ total_size: y.length }, { offset: 0 }, { sha256: sha256Of(y) }]
  let used = 0
  for (const told of others) {
    const label = Object.keys(told).join()
    t.equal((await send(x)).status, 200)
    const first = await sendLast(y)
    t.equal(first.status, 201)
    for (const repeat of repeats)
      t.match(await sendLast(y, repeat), { status: 201, body: { data: { id: first.body.data?.id } } }, 'a repeat')
    const second = await sendLast(y, told)
    t.match(second, { status: 201, body: { data: { attributes: { size: y.length } } } }, label)
    t.ok((await bytesOf(me, first)).equals(both), label)
    t.ok((await bytesOf(me, second)).equals(y), label)
    const again = await sendLast(y, told)
    t.equal(again.body.data?.id, second.body.data?.id, 'a repeat of the second file')
    used += both.length + y.length
    for (const { body } of [first, second]) names.add(body.data?.attributes.name)
  }
  t.equal(names.size, 6, 'each has a name of its own')
  t.same(await usage(me), { used, reserved: 0 })
})

t.test('D40: the chunk before a shorter last one is repeated after its answer was lost', async (t) => {
  const { chunk, bytesOf, person, usage } = await testUploads(t)
  const me = await person()
  const bytes = randomBytes(250_000)
  const piece = (n: number) => bytes.subarray(n * 100_000, (n + 1) * 100_000)
  for (const given of ['first chunk', 'each chunk']) {
    const name = `${given}.img`
    const total = { total_size: bytes.length }
    const further = { name, ...(given === 'each chunk' ? total : {}) }
    t.equal((await chunk(me, { name, is_last_chunk: false, ...total }, piece(0))).status, 200)
    for (const attempt of ['first', 'repeat', 'second repeat'])
      t.match(
        await chunk(me, { ...further, is_last_chunk: false }, piece(1)),
        { status: 200, body: { data: { attributes: { offset: 200_000 } } } },
        attempt,
      )
    const stored = await chunk(me, { ...further, is_last_chunk: true }, piece(2))
    t.equal(stored.status, 201, given)
    t.ok((await bytesOf(me, stored)).equals(bytes), given)
  }
  const send = (content: Buffer) => chunk(me, { name: 'other.img', is_last_chunk: false, total_size: 150_000 }, content)
  t.equal((await send(piece(0))).status, 200)
  t.match(await send(piece(1)), { status: 422, body: { code: 'size-mismatch' } }, 'other bytes')
  t.same(await usage(me), { used: 2 * bytes.length, reserved: 0 })
})

t.test('D40: with `upload_id` alone, repeated chunks are recognized as without it', async (t) => {
  const { chunk, bytesOf, person, get, usage } = await testUploads(t)
  const me = await person()
  const bytes = randomBytes(2_250_000)
  for (const size of [100_000, 1_500_000])
    for (const total of [{ total_size: bytes.length }, {}] as Fields[]) {
      const label = `${size}, ${Object.keys(total)}`
      const fields = { name: `${label}.bin`, upload_id: randomUUID(), ...total }
      const send = (from: number, to: number) =>
        chunk(me, { ...fields, is_last_chunk: to === bytes.length }, bytes.subarray(from, to))
      t.equal((await send(0, size)).status, 200, label)
      const repeat = total.total_size
        ? { status: 200, body: { data: { attributes: { offset: size } } } }
        : { status: 422, body: { code: 'ambiguous-chunk' } }
      t.match(await send(0, size), repeat, label)
      const stored = await send(size, bytes.length)
      t.match(stored, { status: 201, body: { data: { attributes: { size: bytes.length } } } }, label)
      t.match(await send(size, bytes.length), { status: 201, body: { data: { id: stored.body.data?.id } } }, label)
      t.match(await send(size + 1, bytes.length), { status: 409, body: { code: 'offset-conflict' } }, 'another chunk')
      t.ok((await bytesOf(me, stored)).equals(bytes), label)
    }
  const whole = { name: 'whole.bin', upload_id: randomUUID(), is_last_chunk: true }
  await t.rejects(chunk(me, whole, bytes, { cutAfter: 1_500_000 }))
  const stored = await chunk(me, whole, bytes)
  t.equal(stored.status, 201)
  t.ok((await bytesOf(me, stored)).equals(bytes), 'a whole file, sent again after it was cut off')
  t.same(await usage(me), { used: 5 * bytes.length, reserved: 0 })
  t.equal((await get(me, `/api/upload/chunks/${whole.upload_id}`)).status, 200)
})

t.test('legacy chunks: a file that was replaced or moved since is stored again', async (t) => {
  const { chunk, upload, bytesOf, person, storage, platform } = await testUploads(t)
  const me = await person()
  const [v1, v2] = [randomBytes(10_000), randomBytes(10_000)]
  const target = await seedOneFolder(platform.db, me.ownerId, 'target')
  const send = (fields: Fields = {}) => chunk(me, { name: 'a.bin', is_last_chunk: 'true', ...fields }, v1)
  const idOf = ({ body }: ChunkResponse) => body.data?.id as string

  const replace = { on_conflict: 'replace' }
  const first = await send(replace)
  t.equal(idOf(await send(replace)), idOf(first), 'a repeat')
  t.equal(idOf(await upload(me, 'a.bin', v2, replace)), idOf(first))
  const again = await send(replace)
  t.equal(idOf(again), idOf(first))
  t.ok((await bytesOf(me, again)).equals(v1), 'replaced by other content')

  for (const place of [{}, { path: 'deep/path/b.bin' }] as Fields[]) {
    const fields = { ...place, name: 'b.bin' }
    const before = await send(fields)
    t.equal(idOf(await send(fields)), idOf(before), 'a repeat')
    await storage.api.moves.move(me, { items: [{ id: idOf(before), type: 'file' }] }, target)
    const after = await send(fields)
    t.match(after, { status: 201 })
    t.not(idOf(after), idOf(before), 'moved to another folder')
    t.equal(idOf(await send(fields)), idOf(after), 'a repeat')
  }
})
