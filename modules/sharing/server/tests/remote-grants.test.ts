import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteActions } from '../../../../tests/support/remote.ts'
import { testSource } from '../../../../tests/support/remote-source.ts'

const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db } = app.coffer.platform
const { grants } = app.coffer.storage.api
const owner = await signUp(app)
const { begin, outcome, held, linkOf, urlsOf, flowing } = remoteActions({ db, owner, source })
const away = () => new Error('the database is away')

t.test('a grant that cannot be validated does not keep others from ending', async (t) => {
  const { isValid } = grants
  t.teardown(() => {
    grants.isValid = isValid
  })
  const batches: string[] = []
  for (const name of ['unasked', 'over']) {
    const { at } = await linkOf(name)
    held(`/${name}.bin`)
    batches.push((await begin(anonymous(app), at, [`/${name}.bin`])).body.data.id)
    await flowing(batches.at(-1) as string)
  }
  const [unasked, over] = batches as [string, string]
  grants.isValid = async ({ actor }) => {
    if (actor.key.endsWith(unasked)) throw away()
    return false
  }
  t.same(await outcome(over), ['forbidden'])
  t.equal((await urlsOf(unasked))[0]?.status, 'running')
  grants.isValid = async () => false
  t.same(await outcome(unasked), ['forbidden'])
})

t.test('a server error while validating a grant is retried, at most three times', async (t) => {
  const { authorizeChunk } = grants
  t.teardown(() => {
    grants.authorizeChunk = authorizeChunk
  })
  source.files.set('/once.bin', { size: 1_000 })
  source.files.set('/ever.bin', { size: 1_000 })
  const tries = new Map<string, number>()
  grants.authorizeChunk = async (scope, chunk) => {
    const before = tries.get(chunk.name) ?? 0
    tries.set(chunk.name, before + 1)
    if (before === 0 || chunk.name === 'ever.bin') throw away()
    return authorizeChunk.call(grants, scope, chunk)
  }
  const { at } = await linkOf('faults')
  const batch = (await begin(anonymous(app), at, ['/once.bin', '/ever.bin'])).body.data.id
  t.same(await outcome(batch), ['done', 'internal'])
  t.equal(tries.get('ever.bin'), 3)
})

t.test('a revoked link ends a hundred URLs in a few statements', async (t) => {
  const { at, id } = await linkOf('many')
  const files: ReturnType<typeof held>[] = []
  for (const _ of [1, 2]) {
    const paths = Array.from({ length: 50 }, (_none, n) => `/many-${n}.bin`)
    files.push(...paths.map(held))
    await begin(anonymous(app), at, paths)
  }
  await poll(
    async () =>
      (await db.query("select 1 from remote_urls where status = 'running' and received_bytes > 0")).length === 3,
  )
  const { query } = db
  let asked = 0
  t.teardown(() => {
    db.query = query
  })
  db.query = (...given) => {
    asked += 1
    return query.apply(db, given) as never
  }
  await app.coffer.storage.api.remote.cancelAll(owner.id, `share:${id}:`)
  t.ok(asked < 40, `${asked} statements`)
  db.query = query
  await poll(
    async () =>
      (await db.query('select 1 from remote_batches where starts_with(principal, $1)', [`share:${id}:`])).length === 0,
  )
  await poll(async () => (await db.query('select 1 from upload_sessions where finished_at is null')).length === 0)
  for (const file of files) delete file.holdAt
})
