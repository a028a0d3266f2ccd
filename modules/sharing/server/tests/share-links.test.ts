import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { Listing } from '../../../storage/contract.ts'
import type { PublicShareLink, ShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
const visited = (client: Actor['client'], token: string) =>
  client.get<{ data: PublicShareLink }>(`/api/sharing/${token}`)
const listed = (client: Actor['client'], token: string, id = 'all') =>
  client.get<Listing>(`/api/sharing/folders/${id}/${token}`)

t.test('a shared folder: its content, and nothing beside or above it (A06, A15)', async (t) => {
  const above = await makeFolder(owner, 'above')
  const shared = await makeFolder(owner, 'shared', above)
  const sibling = await makeFolder(owner, 'sibling', above)
  const inside = await putFile(owner, 'inside.txt', 'inside', shared)
  const outside = await putFile(owner, 'outside.txt', 'outside', sibling)
  const { token, link } = await makeShare(owner, { id: shared, type: 'folder' })
  t.match(token, /^[A-Za-z0-9_-]{22}$/)
  t.equal(link, `${app.url}/share/${token}`)

  const visitor = anonymous(app)
  const { body, status } = await visited(visitor, token)
  t.equal(status, 200)
  t.equal(body.data.relationships.owner?.name, owner.name)
  t.equal(body.data.relationships.item?.data.attributes.parent_id, null, 'what is above is not named')
  t.notOk(JSON.stringify(body).includes(owner.email))
  const list = await listed(visitor, token)
  t.same(
    list.body.data.map(({ data }) => data.attributes.name),
    ['inside.txt'],
  )
  t.same(list.body.meta.path, [])
  const url = list.body.data[0]?.data.attributes.file_url ?? ''
  t.equal(await (await visitor.fetch(url)).text(), 'inside')
  t.equal((await visitor.fetch(`/file/${inside.id}`)).status, 401, '401 without the token')
  for (const path of [
    `/api/sharing/folders/${above}/${token}`,
    `/api/sharing/folders/${sibling}/${token}`,
    `/api/sharing/subfolders/${sibling}/${token}`,
    `/file/${outside.id}?share=${token}`,
    `/thumbnail/xs/${outside.id}?share=${token}`,
  ])
    t.equal((await visitor.get(path)).status, 404, path)
})

t.test('create: a link with a rejected password is never stored', async (t) => {
  const file = await putFile(owner, 'secret.txt', 'secret')
  const ofItem = () => db.query('select 1 from shares where item_id = $1', [file.id])
  for (const invalid of [
    { isPassword: true },
    { isPassword: true, password: 'short' },
    ...['NOT a slug', 'short', 'double--hyphen', '-first', 'last-', `a${'-b'.repeat(32)}`].map((slug) => ({ slug })),
    { expires_at: '2001-01-01T00:00:00Z' },
    { require_email_code: true },
  ]) {
    t.equal((await owner.client.post('/api/share', { id: file.id, type: 'file', ...invalid })).status, 422)
    t.equal((await ofItem()).length, 0)
  }
  const share = await makeShare(owner, file, { password: 'first words' })
  const answer = await owner.client.patch(`/api/share/${share.token}`, {
    protected: true,
    password: 'x',
    download: false,
  })
  t.equal(answer.status, 422)
  const now = await owner.client.get<{ data: ShareLink }>(`/api/share/${share.token}`)
  t.equal(now.body.data.attributes.download, true, 'a rejected edit changes nothing')
})

t.test('password: locks every sub-resource in each browser; a new one locks again (A10, A11, A13)', async (t) => {
  const folder = await makeFolder(owner, 'CANARY folder')
  const file = await putFile(owner, 'CANARY.txt', 'CANARY', folder)
  const { id, token, link } = await makeShare(
    owner,
    { id: folder, type: 'folder' },
    { isPassword: true, password: 'right words', expiration: 12 },
  )
  const other = await makeShare(owner, { id: folder, type: 'folder' }, { password: 'other words' })
  const visitor = anonymous(app)
  const resources = (at: string) => [
    `/api/sharing/folders/all/${at}`,
    `/api/sharing/subfolders/all/${at}`,
    `/api/sharing/navigation/${at}`,
    `/file/${file.id}?share=${at}`,
    `/thumbnail/xs/${file.id}?share=${at}`,
  ]
  const refusedAll = async (at: string) => {
    for (const path of resources(at)) {
      const answer = await visitor.get(path)
      t.equal(answer.status, 403, path)
      t.notMatch(JSON.stringify(answer.body), 'CANARY')
    }
  }
  const shown = await visited(visitor, token)
  t.same(
    shown.body.data,
    {
      id,
      type: 'shared',
      attributes: { token, link, protected: true, locked: true, required_factors: ['password'] },
      relationships: {},
    },
    'D43: a locked link shows that it is protected, and nothing of the item',
  )
  await refusedAll(token)

  t.equal((await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'wrong' })).status, 401)
  await refusedAll(token)
  t.equal((await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'right words' })).status, 200)
  t.equal((await listed(visitor, token)).status, 200)
  t.match(
    (await visited(visitor, token)).body.data.attributes,
    { link, protected: true, locked: false, expire_in: 12, item_id: folder },
    'D43: unlocked, it still says that it is protected, and how long it was made for',
  )
  await refusedAll(other.token)

  await owner.client.patch(`/api/share/${token}`, { password: 'newer words' })
  await refusedAll(token)
  await owner.client.patch(`/api/share/${token}`, { protected: false })
  t.equal((await listed(visitor, token)).status, 200)
})

t.test('password: ten wrong attempts block their network, not others (A12)', async (t) => {
  const file = await putFile(owner, 'guarded.txt', 'guarded')
  const { token } = await makeShare(owner, file, { password: 'right words' })
  const guesser = anonymous(app)
  const guess = (password: string) => guesser.post(`/api/sharing/authenticate/${token}`, { password })
  for (let n = 0; n < 10; n++) t.equal((await guess(`wrong ${n}`)).status, 401)
  t.equal((await guess('right words')).status, 429)
  t.equal((await anonymous(app).post(`/api/sharing/authenticate/${token}`, { password: 'right words' })).status, 200)
})

t.test('expired, revoked, trashed, moved out, owner suspended: unavailable at once (A09, A14, A17, A19)', async (t) => {
  const folder = await makeFolder(owner, 'to go')
  const file = await putFile(owner, 'within.txt', 'within', folder)
  const visitor = anonymous(app)
  const share = () => makeShare(owner, { id: folder, type: 'folder' }, { expiration: 1 })
  const url = (token: string) => `/file/${file.id}/within.txt?share=${token}`
  const both = async (token: string) => [
    (await listed(visitor, token)).status,
    (await visitor.fetch(url(token))).status,
  ]

  const expired = await share()
  t.same(await both(expired.token), [200, 200])
  await db.query(`update shares set expires_at = now() where id = $1`, [expired.id])
  t.same(await both(expired.token), [404, 404])

  const revoked = await share()
  const foreign = await makeShare(await signUp(app), await putFile(owner, 'x', 'x')).catch(() => null)
  t.equal(foreign, null, 'another account’s item cannot be shared')
  const both422 = await owner.client.post('/api/share/revoke', {
    _method: 'delete',
    tokens: [revoked.token, 'unknown-token'],
  })
  t.equal(both422.status, 404)
  t.same(await both(revoked.token), [200, 200], 'all or none')
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [revoked.token] })
  t.same(await both(revoked.token), [404, 404])

  const trashed = await share()
  const moved = await owner.client.post<{ data: ShareLink }>('/api/share', { id: file.id, type: 'file' })
  await owner.client.post('/api/remove', { items: [{ id: folder, type: 'folder' }] })
  t.same(await both(trashed.token), [404, 404])
  t.equal((await visitor.get(`/api/sharing/file/${moved.body.data.attributes.token}`)).status, 404)
  await owner.client.post('/api/trash/restore', { items: [{ id: folder, type: 'folder' }] })
  t.same(await both(trashed.token), [200, 200])

  await owner.client.post('/api/move', { to_id: null, items: [{ id: file.id, type: 'file' }] })
  t.equal((await visitor.fetch(url(trashed.token))).status, 404)

  await db.query(`update users set status = 'suspended' where id = $1`, [owner.id])
  t.equal((await listed(visitor, trashed.token)).status, 401)
  await db.query(`update users set status = 'active' where id = $1`, [owner.id])
})

t.test(
  'download limit: ten visitors race for the last one; HEAD, broken and repeated downloads do not count',
  async (t) => {
    const file = await putFile(owner, 'once.bin', Buffer.alloc(300_000, 7))
    const share = await makeShare(owner, file, { max_downloads: 1 })
    const url = `/file/${file.id}/once.bin?share=${share.token}`
    const state = () => owner.client.get<{ data: ShareLink }>(`/api/share/${share.token}`)
    t.equal((await anonymous(app).fetch(url, { method: 'HEAD' })).status, 200)
    t.equal((await anonymous(app).fetch(url, { headers: { 'sec-purpose': 'prefetch' } })).status, 403)
    t.equal((await anonymous(app).fetch(url, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })).status, 403)
    t.equal((await state()).body.data.attributes.downloads, 0)
    const people = Array.from({ length: 10 }, () => anonymous(app))
    const answers = await Promise.all(
      people.map(async (person) => {
        const answer = await person.fetch(url)
        return [answer.status, (await answer.arrayBuffer()).byteLength] as const
      }),
    )
    t.same(answers.map(([status]) => status).sort(), [200, ...Array<number>(9).fill(410)])
    t.equal(await poll(async () => (await state()).body.data.attributes.downloads), 1)
    const winner = people[answers.findIndex(([status]) => status === 200)]
    t.equal(
      (await winner?.fetch(url, { headers: { range: 'bytes=100-' } }))?.status,
      206,
      'what one has, one may take again',
    )
    t.equal((await state()).body.data.attributes.downloads, 1)
  },
)

t.test('downloads of bots and prefetches are served without a limit, and recorded nowhere', async (t) => {
  const file = await putFile(owner, 'seen.bin', 'some bytes')
  const folder = await makeFolder(owner, 'Previewed')
  const inside = await putFile(owner, 'inside.txt', 'inside', folder)
  const ofFile = await makeShare(owner, file, { notify_on_download: 'first' })
  const ofFolder = await makeShare(owner, { id: folder, type: 'folder' })
  const direct = `/share/${ofFile.token}/direct`
  const zip = `/api/sharing/zip/${ofFolder.token}?items=${inside.id}|file`
  const urls = [direct, `/file/${file.id}/seen.bin?share=${ofFile.token}`, zip]
  const bots: Record<string, string>[] = [{ 'user-agent': 'WhatsApp/2.23.20.0 A' }, { 'sec-purpose': 'prefetch' }]
  for (const url of urls)
    for (const headers of bots) {
      const answer = await anonymous(app).fetch(url, { headers })
      t.equal(answer.status, 200, url)
      t.ok((await answer.arrayBuffer()).byteLength > 0)
    }
  await app.coffer.platform.events.settled()
  const recorded = () =>
    db.query(`select 1 from share_access_log where share_id = any($1::uuid[]) and action = 'downloaded'`, [
      [ofFile.id, ofFolder.id],
    ])
  t.strictSame(await recorded(), [])

  await owner.client.patch(`/api/share/${ofFile.token}`, { max_downloads: 1 })
  t.equal((await anonymous(app).fetch(direct)).status, 200, 'bots have used up nothing')
  t.equal((await anonymous(app).fetch(direct)).status, 410)
  t.equal((await recorded()).length, 1)
  await poll(async () => (await db.query('select 1 from notifications where user_id = $1', [owner.id])).length > 0)
})

t.test('unlock: the cookies of many links stay within the headers that the server accepts', async (t) => {
  const person = await signUp(app)
  const file = await putFile(person, 'many.txt', 'x')
  const links = await Promise.all(
    Array.from({ length: 55 }, () => makeShare(person, file, { password: 'open sesame' })),
  )
  const browser = anonymous(app)
  for (const { token } of links) {
    const { status } = await browser.post(`/api/sharing/authenticate/${token}`, { password: 'open sesame' })
    t.equal(status, 200)
  }
  t.equal([...browser.cookies.keys()].filter((name) => /^share_[0-9a-f]{8}$/.test(name)).length, 50)
  const open = async (token: string | undefined) => (await browser.get(`/api/sharing/file/${token}`)).status
  t.same(
    await Promise.all([links[0], links[4], links[5], links[54]].map((link) => open(link?.token))),
    [403, 403, 200, 200],
  )
})
