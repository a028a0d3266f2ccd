import t from 'tap'
import { Migration20261129032000_long_slugs } from '../../../../migrations/Migration20261129032000_long_slugs.ts'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'
import { isLinkOpen, isLinkOpenSql } from '../share-link.row.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, jobs } = app.coffer.platform

t.test('a custom link opens at each length that is accepted', async (t) => {
  const file = await putFile(owner, 'custom.txt', 'custom')
  for (const slug of ['a-b-c1', `a${'-b'.repeat(31)}`, 'x'.repeat(63)]) {
    const { link } = await makeShare(owner, file, { slug })
    t.equal(link, `${app.url}/share/${slug}`)
    t.equal((await anonymous(app).get(`/api/sharing/${slug}`)).status, 200, slug)
    t.equal(await (await anonymous(app).fetch(`/share/${slug}/direct`)).text(), 'custom')
  }
})

t.test(
  'no new custom link has the name that the path of a call has; an earlier one stays, and can be revoked',
  async (t) => {
    const file = await putFile(owner, 'reserved.txt', 'reserved')
    const taken = { status: 422, body: { code: 'slug-taken', errors: { slug: [/\w/] } } }
    t.match(await owner.client.post('/api/share', { id: file.id, type: 'file', slug: 'revoke' }), taken)
    const { id, token } = await makeShare(owner, file)
    t.match(await owner.client.patch(`/api/share/${token}`, { slug: 'revoke' }), taken)
    await db.query("update shares set slug = 'revoke' where id = $1", [id])
    t.equal((await anonymous(app).get('/api/sharing/revoke')).status, 200)
    t.equal((await owner.client.delete(`/api/share/${token}`)).status, 200)
    t.equal((await anonymous(app).get('/api/sharing/revoke')).status, 404)
  },
)

t.test('the custom link of an ended link is kept for its owner: for a year, or until it is freed', async (t) => {
  const other = await signUp(app)
  const [mine, theirs] = [await putFile(owner, 'mine.txt', 'mine'), await putFile(other, 'theirs.txt', 'theirs')]
  const create = (by: typeof owner, slug: string) =>
    by.client.post<{ data: ShareLink }>('/api/share', { id: (by === owner ? mine : theirs).id, type: 'file', slug })
  const taken = { status: 422, body: { code: 'slug-taken' } }
  const { token } = await makeShare(owner, mine, { slug: 'first-name' })
  t.equal((await owner.client.patch(`/api/share/${token}`, { slug: 'second-name' })).status, 200)
  t.match(await create(other, 'first-name'), taken, 'it was changed')
  t.equal((await owner.client.delete(`/api/share/${token}`)).status, 200)
  t.match(await create(other, 'second-name'), taken, 'the link was deleted')
  const { token: foreign } = await makeShare(other, theirs)
  t.match(await other.client.patch(`/api/share/${foreign}`, { slug: 'second-name' }), taken)
  const again = await create(owner, 'second-name')
  t.equal(again.status, 201, 'the same owner')
  await db.query(`update shares set expires_at = now() - interval '8 days' where slug = 'second-name'`)
  t.match(await jobs.runNow('expire-shares'), { deleted: 1 })
  t.match(await create(other, 'second-name'), taken, 'the link has expired')

  const leaving = await signUp(app)
  await makeShare(leaving, await putFile(leaving, 'a.txt', 'a'), { slug: 'third-name' })
  await db.query('delete from shares where owner_id = $1', [leaving.id])
  t.match(await create(other, 'third-name'), taken)
  t.equal(await app.coffer.sharing.freeSlug('third-name'), true)
  t.equal(await app.coffer.sharing.freeSlug('third-name'), false)
  const entries = await db.query(`select actor_id, target, details from audit_log where action = 'sharing.slug.freed'`)
  t.match(entries, [{ actor_id: null, target: leaving.id, details: { custom_link: /^[0-9a-f]{8}$/ } }])
  t.equal(entries.length, 1, 'recorded once, without the slug')
  t.equal((await create(other, 'third-name')).status, 201, 'an administrator has freed it')

  await db.query(`update ended_slugs set ended_at = now() - interval '364 days'`)
  await jobs.runNow('expire-shares')
  t.match(await create(other, 'second-name'), taken)
  await db.query(`update ended_slugs set ended_at = now() - interval '367 days'`)
  await jobs.runNow('expire-shares')
  t.equal((await create(other, 'second-name')).status, 201, 'a year later')
})

t.test('a custom link that two accounts want at its end is not lost by its owner', async (t) => {
  const other = await signUp(app)
  const { token } = await makeShare(owner, await putFile(owner, 'raced.txt', 'raced'), { slug: 'raced-name' })
  const file = await putFile(other, 'late.txt', 'late')
  const late = await db.transaction(async (tx) => {
    await tx.query(`delete from shares where slug = 'raced-name'`)
    const waiting = other.client.post('/api/share', { id: file.id, type: 'file', slug: 'raced-name' })
    const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "shares"%'`
    await poll(async () => (await db.query(isWaiting)).length > 0)
    return { waiting }
  })
  t.match(await late.waiting, { status: 422, body: { code: 'slug-taken' } })
  t.equal((await owner.client.get(`/api/share/${token}`)).status, 404)
})

t.test('migration: a link with a custom link that opens nothing opens by its token again', async (t) => {
  const share = await makeShare(owner, await putFile(owner, 'long.txt', 'long'))
  await db.query('update shares set slug = $2 where id = $1', [share.id, 'x'.repeat(65)])
  const migration = new Migration20261129032000_long_slugs(undefined as never, undefined as never)
  migration.up()
  for (const query of migration.getQueries()) await db.query(query as string)
  const { body } = await owner.client.get<{ data: ShareLink }>(`/api/share/${share.token}`)
  t.match(body.data.attributes, { slug: null, link: `${app.url}/share/${share.token}` })
})

t.test('links: whether one is open is the same in SQL and in the server', async (t) => {
  const rows = await db.query<{ expires_at: Date | null; read_at: Date; open: boolean }>(
    `select s.expires_at, now() as read_at, ${isLinkOpenSql('s')} as open
     from unnest(array[null, now() - interval '1 hour', now(), now() + interval '1 hour']) as s (expires_at)`,
  )
  t.same(rows.map(isLinkOpen), [true, false, false, true])
  t.same(
    rows.map(({ open }) => open),
    rows.map(isLinkOpen),
  )
})
