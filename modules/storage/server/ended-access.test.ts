import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../tests/support/actors.ts'
import { mailedLink } from '../../../tests/support/mail-folder.ts'
import { poll } from '../../../tests/support/poll.ts'
import { remoteUploadTest } from '../../../tests/support/remote-uploads.ts'
import { makeFolder } from '../../../tests/support/shares.ts'

const { source, app, begin, urlsOf, db, ended } = await remoteUploadTest(t)
const { users } = app.coffer
const { jobs } = app.coffer.platform
const words = { password: 'another set of words', password_confirmation: 'another set of words' }

/** A fetch that stands still, a running operation, and an upload that waits for its second chunk. */
const beginAll = async (person: Actor) => {
  const path = `/${randomUUID()}.bin`
  const file: { size: number; holdAt?: number } = { size: 4_000_000, holdAt: 2_000_000 }
  source.files.set(path, file)
  const batch = (await begin(person, [source.url(path)])).body.data.id
  await poll(async () => ((await urlsOf(batch))[0]?.received_bytes ?? 0) > 0)
  const [operation] = await db.query<{ id: string }>(
    `insert into operations (kind, owner_id, actor_id, scope, input, total, background)
     values ('purge', $1, $1, $2, $3, 1, true) returning id`,
    [
      person.id,
      { root: null, ownerId: person.id, actor: { userId: person.id, key: `user:${person.id}` }, permission: 'owner' },
      { targets: { items: [{ type: 'folder', id: await makeFolder(person, 'Kept') }] } },
    ],
  )
  const upload = randomUUID()
  const fields = { name: 'open.bin', upload_id: upload, offset: '0', total_size: '30', is_last_chunk: 'false' }
  const chunk = await person.client.fetch(`/api/upload/chunks?${new URLSearchParams(fields)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: '0123456789',
  })
  t.equal(chunk.status, 200)
  const state = async () => [
    (await urlsOf(batch)).map(({ status, failure_reason }) => failure_reason ?? status),
    await db.query('select state, error from operations where id = $1', [operation?.id]),
    (await db.query('select 1 from upload_sessions where id = $1 and finished_at is null', [upload])).length,
  ]
  return { batch, state, release: () => delete file.holdAt }
}
const endsAll: [string, (person: Actor) => Promise<unknown>, number][] = [
  ['a suspension', ({ id }) => users.suspensions.suspend([id], 'Spam', { actorId: null }), 0],
  [
    'a reset of the password',
    async ({ email }) => {
      await anonymous(app).post('/api/password/recover', { email })
      const link = new URL(await mailedLink(app.dataDir, email, '/create-new-password'))
      const token = link.searchParams.get('token')
      t.equal((await anonymous(app).post('/api/password/reset', { token, email, ...words })).status, 200)
    },
    1,
  ],
  ['a password set by the command line', ({ email }) => users.adminCommands.setPassword(email, words.password), 1],
]

for (const [name, end, uploads] of endsAll)
  t.test(`A53: ${name} ends remote uploads and operations that the account began`, async (t) => {
    const person = await signUp(app)
    const { batch, state } = await beginAll(person)
    await end(person)
    await ended(batch)
    await jobs.settled('end-background-work')
    t.strictSame(await state(), [['forbidden'], [{ state: 'failed', error: 'forbidden' }], uploads])
  })

t.test('A53: a changed password does not: its owner is at work', async (t) => {
  const person = await signUp(app)
  const { batch, state, release } = await beginAll(person)
  t.equal((await person.client.post('/api/user/password', { current: person.password, ...words })).status, 200)
  await app.coffer.platform.events.settled()
  t.strictSame(await state(), [['running'], [{ state: 'running', error: null }], 1])
  release()
  t.match(await ended(batch), [{ status: 'done' }])
})

t.test('a suspension that ended before its job ran ends no upload that began afterwards', async (t) => {
  const person = await signUp(app)
  const [before] = await db.query<{ at: string }>('select clock_timestamp()::text as at')
  const { batch, state, release } = await beginAll(person)
  await jobs.runNow('end-background-work', { userId: person.id, isSuspended: true, ...before })
  t.strictSame(await state(), [['running'], [{ state: 'running', error: null }], 1])
  release()
  t.match(await ended(batch), [{ status: 'done' }])
})
