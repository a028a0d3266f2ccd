import { randomBytes, randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { sha256Of, testUploads } from '../../../../tests/support/chunks.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Entitlements, Scope } from '../../index.ts'
import { bundle } from '../../tree/contract.ts'

type Fields = Record<string, unknown>
interface Answered {
  status: number
  data?: { id: string; attributes: { name: string; file_url: string } }
  error?: { code: string; message: string }
}

const testBundles = async (t: Test, entitlements: Partial<Entitlements> = {}) => {
  const test = await testUploads(t, entitlements)
  const post = (scope: Scope, head: string, bytes: Buffer, size = Buffer.byteLength(head)) =>
    fetch(`${test.url}/api/upload/bundle?head=${size}`, {
      method: 'POST',
      headers: { 'x-test-user': scope.ownerId, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.concat([Buffer.from(head), bytes])),
    })
  const send = async (scope: Scope, files: { fields: Fields; bytes: Buffer }[]): Promise<Answered[]> => {
    const head = files.map(({ fields, bytes }) => ({ total_size: String(bytes.length), ...fields }))
    const answer = await post(scope, JSON.stringify(head), Buffer.concat(files.map(({ bytes }) => bytes)))
    t.equal(answer.status, 200)
    return ((await answer.json()) as { files: Answered[] }).files
  }
  return { ...test, post, send }
}
const file = (name: string, size: number, fields: Fields = {}) => ({
  fields: { name, upload_id: randomUUID(), ...fields },
  bytes: randomBytes(size),
})

t.test('bundle: each file is stored or rejected on its own', async (t) => {
  const { send, person, get, usage, platform, storage } = await testBundles(t)
  const me = await person()
  const other = await person()
  const [theirs] = await send(other, [file('x', 3, { path: '/Theirs/x' })])
  const folder = await platform.db.query<{ parent_id: string }>('select parent_id from items where id = $1', [
    theirs?.data?.id,
  ])
  const good = Array.from({ length: 12 }, (_, at) =>
    file(`ä ${at}.txt`, 1 + at * 700, { path: `/Box ${at % 3}/ä ${at}.txt` }),
  )
  const bad = [
    file('empty', 0),
    file('a/b', 5),
    file('theirs', 5, { parent_id: folder[0]?.parent_id }),
    file('wrong', 5, { sha256: sha256Of(Buffer.from('other')) }),
    file('no id', 5, { upload_id: 'x' }),
  ]
  const answers = await send(me, [...good, ...bad])
  t.same(
    answers.map(({ status }) => status),
    [...good.map(() => 201), 422, 422, 404, 422, 422],
  )
  t.same(
    answers.slice(good.length).map(({ error }) => error?.code),
    ['empty-file', 'name-forbidden-character', 'parent-not-found', 'checksum-mismatch', 'validation-failed'],
  )
  for (const [at, { bytes, fields }] of good.entries()) {
    t.equal(answers[at]?.data?.attributes.name, fields.name)
    const stored = await get(me, answers[at]?.data?.attributes.file_url ?? '/')
    t.ok(Buffer.from(await stored.arrayBuffer()).equals(bytes))
  }
  t.same(await usage(me), { used: good.reduce((sum, { bytes }) => sum + bytes.length, 0), reserved: 0 })
  const again = await send(me, good)
  t.same(
    again.map(({ data }) => data?.id),
    answers.slice(0, good.length).map(({ data }) => data?.id),
    'a repeated bundle returns the same files',
  )
  t.same(await wrongCounters(platform.db), [])
  t.same((await storage.api.fsck.run({ deep: true, grace: 0 })).findings, [])
})

t.test('A27: bundle: of 20 files into a quota for 4, four are stored', async (t) => {
  const { send, person, usage } = await testBundles(t, { canUpload: async () => ({ allowed: true, limit: 4_500 }) })
  const me = await person()
  const answers = await send(
    me,
    Array.from({ length: 20 }, (_, at) => file(`${at}`, 1_000)),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 4)
  t.equal(answers.filter(({ status, error }) => status === 423 && error?.code === 'quota-exceeded').length, 16)
  t.same(await usage(me), { used: 4_000, reserved: 0 })
})

t.test('bundle: rejects a body whose sizes do not match', async (t) => {
  const { post, person, usage } = await testBundles(t)
  const me = await person()
  const fields = (size: number) => ({ name: 'a', upload_id: randomUUID(), total_size: size })
  const heads: [string, number][] = [
    ['[]', 0],
    ['{}', 0],
    ['no json', 0],
    ['[null]', 0],
    [JSON.stringify([fields(5)]), 4],
    [JSON.stringify([fields(5)]), 6],
    [JSON.stringify([fields(-1)]), 0],
    [JSON.stringify([fields(bundle.fileBytes + 1)]), bundle.fileBytes + 1],
    [JSON.stringify(Array.from({ length: bundle.files + 1 }, () => fields(1))), bundle.files + 1],
  ]
  for (const [head, size] of heads) t.equal((await post(me, head, Buffer.alloc(size))).status, 422, `${head} + ${size}`)
  const most = bundle.files * bundle.fileBytes
  t.equal((await post(me, JSON.stringify([fields(5)]), Buffer.alloc(most + 100))).status, 422, 'too much')
  t.equal((await post(me, '[]', Buffer.alloc(0), 1)).status, 422, 'a head of nothing')
  t.same(await usage(me), { used: 0, reserved: 0 })
})
