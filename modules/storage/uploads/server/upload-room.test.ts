import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, truncateSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'

const mebibyte = 1 << 20
const staged = (dataDir: string) => readdirSync(join(dataDir, 'staging'))
const quota = (limit: number) => ({ canUpload: async () => ({ allowed: true, limit }) })

t.test('A27: of 20 parallel uploads into a quota for 4, at most four are stored', async (t) => {
  const { upload, person, usage, platform } = await testUploads(t, quota(4_500_000))
  // Each size with each length of chunks.
  for (let round = 0; round < 6; round++) {
    const me = await person()
    const size = round % 2 ? 1_000_000 : 1_100_000
    const bytes = randomBytes(size)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, n) => upload(me, `${n}.bin`, bytes, {}, 400_000 + (round % 3) * mebibyte)),
    )
    const acceptedResponse = answers.filter(({ status }) => status === 201).length
    t.ok(acceptedResponse <= 4 && acceptedResponse >= 1, `${acceptedResponse} acceptedResponse`)
    t.ok(answers.every(({ status, body }) => status === 201 || (status === 423 && body.code === 'quota-exceeded')))
    t.same(await usage(me), { used: acceptedResponse * size, reserved: 0 })
  }
  t.same(await wrongCounters(platform.db), [])
})

t.test('A28 A30: wrong sizes are rejected and release their reservations', async (t) => {
  const { chunk, upload, person, usage, platform } = await testUploads(t, quota(3_000_000))
  await platform.settings.set({ upload_limit: 2 })
  const me = await person()
  const bytes = randomBytes(2_500_000)
  t.match(await upload(me, 'a.bin', Buffer.alloc(0)), { status: 422, body: { code: 'empty-file' } })
  t.match(await upload(me, 'a.bin', bytes), { status: 413, body: { code: 'too-large' } })
  const more = { name: 'a.bin', upload_id: randomUUID(), offset: 0, total_size: 10, is_last_chunk: false }
  t.match(await chunk(me, more, bytes.subarray(0, 20)), { status: 422, body: { code: 'size-mismatch' } })
  const unknown = { name: 'b.bin', upload_id: randomUUID(), is_last_chunk: false }
  t.match(await chunk(me, { ...unknown, offset: 0 }, bytes.subarray(0, 1_500_000)), { status: 200 })
  t.match(await chunk(me, { ...unknown, offset: 1_500_000 }, bytes.subarray(1_500_000)), { status: 413 })
  const zipped = { 'content-encoding': 'gzip' }
  t.equal((await chunk(me, { ...unknown, offset: 0 }, bytes.subarray(0, 9), { headers: zipped })).status, 415)
  t.same(await usage(me), { used: 0, reserved: 0 })
  t.same(staged(platform.config.dataDir), [])
})

t.test('an upload goes on beyond 2 GiB', { skip: localStoreOnly }, async (t) => {
  const { chunk, get, person, platform } = await testUploads(t)
  const [me, far, piece] = [await person(), 2 ** 31, randomBytes(mebibyte)]
  const fields = { name: 'film.mov', upload_id: randomUUID(), total_size: far + mebibyte }
  t.match(await chunk(me, { ...fields, offset: 0, is_last_chunk: false }, piece), { status: 200 })
  // As if the chunks between had come.
  const [session] = await platform.db.query<{ staging_key: string }>(
    'update upload_sessions set received_bytes = $2 where id = $1 returning staging_key',
    [fields.upload_id, far],
  )
  const key = session?.staging_key ?? ''
  for (const file of readdirSync(join(platform.config.dataDir, 'staging'), { recursive: true, encoding: 'utf8' }))
    if (file.includes(key)) truncateSync(join(platform.config.dataDir, 'staging', file), far)
  const stored = await chunk(me, { ...fields, offset: far, is_last_chunk: true }, piece)
  t.match(stored, { status: 201, body: { data: { attributes: { size: far + mebibyte } } } })
  const part = await get(me, stored.body.data?.attributes.file_url ?? '/', { range: `bytes=${far}-` })
  t.equal(part.status, 206)
  t.ok(piece.equals(Buffer.from(await part.arrayBuffer())))
})

t.test('A30: a form is spooled only up to the quota', async (t) => {
  const { url, person, platform } = await testUploads(t, quota(3_000_000))
  const me = await person()
  let put = 0
  const { stage } = platform.blobs
  platform.blobs.stage = function (key) {
    put += 1
    return stage.call(this, key)
  }
  const send = async ({ told = false } = {}) => {
    const form = new FormData()
    form.append('chunk', new Blob([new Uint8Array(8_000_000)]), 'x.bin')
    form.append('name', 'x.bin')
    form.append('is_last_chunk', '1')
    const whole = new Response(form)
    const answer = await fetch(`${url}/api/upload/chunks`, {
      method: 'POST',
      headers: { 'x-test-user': me.ownerId, 'content-type': whole.headers.get('content-type') ?? '' },
      body: told ? await whole.arrayBuffer() : whole.body,
      duplex: 'half',
    } as RequestInit)
    return (await answer.json()) as { code: string }
  }
  t.match(await send({ told: true }), { code: 'quota-exceeded' })
  t.equal(put, 0, 'rejected by its Content-Length')
  t.match(await send(), { code: 'quota-exceeded' })
  await platform.settings.set({ upload_limit: 2 })
  t.match(await send(), { code: 'too-large' })
  t.same(staged(platform.config.dataDir), [])
})

t.test('A29: a person may have 100 open uploads', async (t) => {
  const { chunk, person } = await testUploads(t)
  const me = await person()
  const open = () =>
    chunk(
      me,
      { name: 'a.bin', upload_id: randomUUID(), offset: 0, total_size: 10, is_last_chunk: false },
      Buffer.from('12345'),
    )
  const answers = []
  for (let n = 0; n < 102; n++) answers.push((await open()).status)
  t.same(answers.filter((status) => status === 200).length, 100)
  t.same(answers.slice(100), [429, 429])
})

/** Announces a whole file of `size` bytes and sends none of it yet. */
const announce = (url: string, ownerId: string, size: number) => {
  const query = new URLSearchParams({
    name: 'slow.bin',
    upload_id: randomUUID(),
    offset: '0',
    total_size: String(size),
    is_last_chunk: 'true',
  })
  const call = request(`${url}/api/upload/chunks?${query}`, {
    method: 'POST',
    headers: { 'x-test-user': ownerId, 'content-type': 'application/octet-stream', 'content-length': size },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
  })
  call.flushHeaders()
  call.write(Buffer.alloc(1))
  return { status, send: () => call.end(Buffer.alloc(size - 1)) }
}

/** Announces all `sizes` at once, sends the files that are not rejected. Resolves with the rejection and the outcomes. */
const announceAll = async (url: string, ownerId: string, sizes: number[]) => {
  const files = sizes.map((size) => announce(url, ownerId, size))
  const rejected = await Promise.race(files.map(async (file) => ({ file, status: await file.status })))
  const others = files.filter((file) => file !== rejected.file)
  for (const { send } of others) send()
  return { rejected: rejected.status, others: await Promise.all(others.map(({ status }) => status)) }
}

t.test('A27 A29: whole files on their way count towards the quota and the open uploads', async (t) => {
  const { url, person, usage } = await testUploads(t, quota(12 * mebibyte))
  const me = await person()
  const quotaAnswers = await announceAll(url, me.ownerId, Array(4).fill(4 * mebibyte))
  t.same(quotaAnswers, { rejected: 423, others: [201, 201, 201] }, 'one is rejected before any has sent its content')
  t.same(await usage(me), { used: 12 * mebibyte, reserved: 0 })

  const { url: large, person: other } = await testUploads(t)
  const someone = await other()
  const answers = await announceAll(large, someone.ownerId, Array(101).fill(mebibyte + 1))
  t.same(answers, { rejected: 429, others: Array(100).fill(201) })
})

t.test('a restricted account gets 401 upload-restricted', async (t) => {
  const { upload, person } = await testUploads(t, { canUpload: async () => ({ allowed: false, limit: null }) })
  const me = await person()
  t.match(await upload(me, 'a', Buffer.from('x')), { status: 401, body: { code: 'upload-restricted' } })
})
