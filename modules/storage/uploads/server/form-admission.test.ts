import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testUploads } from '../../../../tests/support/chunks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { finishAll, firstAnswer, sendUnfinished } from '../../../../tests/support/unfinished-forms.ts'

const quota = (limit: number | null) => ({ canUpload: async () => ({ allowed: true, limit }) })
const size = 8_000_000
const fieldsOf = () => ({ name: 'x.bin', upload_id: randomUUID(), is_last_chunk: 'true' })

t.test('A28: the bytes of forms that are received at once count towards the quota', async (t) => {
  const { url, person, usage, platform } = await testUploads(t, quota(10_000_000))
  const staged = () => readdirSync(join(platform.config.dataDir, 'staging'))
  for (const announced of [false, true]) {
    const me = await person()
    const send = (bytes: number) =>
      sendUnfinished(`${url}/api/upload/chunks`, { 'x-test-user': me.ownerId }, fieldsOf(), { size: bytes, announced })
    const first = await firstAnswer([send(size), send(size), send(size)])
    t.equal(first.status, 423, announced ? 'announced' : 'received')
    const second = await firstAnswer(first.others)
    t.equal(second.status, 423)
    t.same(await finishAll(second.others), [201], 'one is stored: it does not count twice')
    t.same(await usage(me), { used: size, reserved: 0 })
    t.same(staged(), [])
    t.same(await finishAll([send(1_900_000)]), [201], 'a form that fits')
  }
  const me = await person()
  const send = () =>
    sendUnfinished(`${url}/api/upload/chunks`, { 'x-test-user': me.ownerId }, fieldsOf(), { size, announced: true })
  const broken = send()
  await poll(async () => staged().length > 0)
  broken.breakOff()
  await poll(async () => staged().length === 0)
  t.same(await finishAll([send()]), [201], 'a lost connection releases its bytes')
  t.same(staged(), [])
})

t.test('A29: a person may send 100 forms at once', async (t) => {
  const { url, person } = await testUploads(t)
  const [me, other] = [await person(), await person()]
  const send = (ownerId: string) =>
    sendUnfinished(`${url}/api/upload`, { 'x-test-user': ownerId }, { name: 'x.bin' }, { size: 10 })
  const { status, others } = await firstAnswer(Array.from({ length: 101 }, () => send(me.ownerId)))
  t.equal(status, 429)
  t.same(await finishAll([send(other.ownerId)]), [201], 'another person is not affected')
  t.same(await finishAll(others), Array(100).fill(201))
  t.same(await finishAll([send(me.ownerId)]), [201])
})
