import pg from 'pg'
import t from 'tap'
import { anonymous, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import { type Ancestor, type Item, itemsChanged, type Listing } from '../../../storage/contract.ts'
import { othersWithAccess } from '../../client/item-access.ts'
import type { FileRequest, PublicShareLink } from '../../contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

t.test('shared items: from a position and around an item, without trashed ones', async (t) => {
  const person = await signUp(app)
  const files = []
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) files.push(await putFile(person, name, name))
  for (const file of files) await makeShare(person, file)
  const list = async (query: string) => {
    const { status, body } = await person.client.get<Listing>(`/api/browse/share?${query}`)
    return { status, names: body.data?.map(({ data }) => data.attributes.name), paginate: body.meta?.paginate }
  }
  t.same((await list('per_page=2&at=1')).names, ['c.txt', 'b.txt'])
  const around = await list(`per_page=2&around=${files[0]?.id}`)
  t.same([around.names, around.paginate?.from], [['b.txt', 'a.txt'], 2])
  t.equal((await list(`around=${person.id}`)).status, 404)
  await person.client.post('/api/remove', { items: [{ id: files[3]?.id, type: 'file', force_delete: false }] })
  const rest = await list('per_page=10')
  t.same([rest.names, rest.paginate?.total], [['c.txt', 'b.txt', 'a.txt'], 3])
})

t.test('D51: shared items: page and sort like a folder, folders first', async (t) => {
  const person = await signUp(app)
  const folders = []
  for (const name of ['b folder', 'a folder']) folders.push(await makeFolder(person, name))
  const files = []
  for (const name of ['a10.txt', 'a2.txt', 'b.txt']) files.push(await putFile(person, name, name))
  // Links are created in another order than the items.
  for (const file of files.toReversed()) await makeShare(person, file)
  for (const id of folders) await makeShare(person, { id, type: 'folder' })
  await makeShare(person, files[0] as { id: string; type: string })
  const ended = await makeShare(person, await putFile(person, 'ended.txt', 'ended'))
  await db.query('update shares set expires_at = now() where id = $1', [ended.id])
  const list = async (query: string) => {
    const { body } = await person.client.get<Listing>(`/api/browse/share?${query}`)
    return { names: body.data.map(({ data }) => data.attributes.name), ...body.meta }
  }
  const byName = await list('sort=name&direction=ASC')
  t.same(byName.names, ['a folder', 'b folder', 'a2.txt', 'a10.txt', 'b.txt'])
  t.equal(byName.root, null)
  t.match(byName.paginate, { total: 5, lastPage: 1, currentPage: 1, perPage: 50, nextCursor: null })
  t.same((await list('')).names, ['a folder', 'b folder', 'b.txt', 'a2.txt', 'a10.txt'], 'newest first by default')
  t.same((await list('direction=asc&sort=created_at')).names, ['b folder', 'a folder', 'a10.txt', 'a2.txt', 'b.txt'])
  const second = await list('sort=name&direction=ASC&per_page=2&page=2')
  t.same(second.names, ['a2.txt', 'a10.txt'])
  t.match(second.paginate, { currentPage: 2, lastPage: 3, total: 5 })
  const third = await list(`sort=name&direction=ASC&per_page=2&cursor=${second.paginate.nextCursor}`)
  t.same(third.names, ['b.txt'])
  t.match(third.paginate, { currentPage: 3, lastPage: 3, nextCursor: null })
  t.equal((await person.client.get('/api/browse/share?page=0')).status, 422)
  t.equal((await person.client.get('/api/browse/share?sort=nothing')).status, 422)
})

t.test('revoke: all links of the items, or none (A02)', async (t) => {
  const person = await signUp(app)
  const other = await signUp(app)
  const [mine, foreign] = [await putFile(person, 'mine.txt', 'mine'), await putFile(other, 'theirs.txt', 'theirs')]
  const links = [await makeShare(person, mine), await makeShare(person, mine)]
  await makeShare(other, foreign)
  const revoke = (body: object) => person.client.post('/api/share/revoke', { _method: 'delete', ...body })
  t.equal((await revoke({ items: [mine.id, foreign.id] })).status, 404)
  for (const { token } of links) t.equal((await person.client.get(`/api/share/${token}`)).status, 200)
  t.equal((await revoke({ items: [mine.id] })).status, 200)
  for (const { token } of links) t.equal((await person.client.get(`/api/share/${token}`)).status, 404)
})

t.test('revoke: those that the body names, or without a body the link of the path', async (t) => {
  const person = await signUp(app)
  const file = await putFile(person, 'mine.txt', 'mine')
  const share = () => makeShare(person, file)
  const opens = async ({ token }: { token: string }) => (await anonymous(app).get(`/api/sharing/${token}`)).status
  const [first, second, third] = [await share(), await share(), await share()]
  t.equal((await person.client.delete(`/api/share/${first.token}`)).status, 200)
  t.equal(await opens(first), 404)
  t.equal((await person.client.delete(`/api/share/${first.token}`)).status, 404)
  t.equal((await (await signUp(app)).client.delete(`/api/share/${second.token}`)).status, 404)

  const invalid = { status: 422, body: { code: 'validation-failed', errors: { tokens: [/\w/] } } }
  t.match(await person.client.post('/api/share/revoke', { _method: 'delete' }), invalid)
  t.match(await person.client.delete('/api/share/revoke'), invalid)
  t.same([await opens(second), await opens(third)], [200, 200])
  t.equal((await person.client.delete(`/api/share/${third.token}`, { tokens: [second.token] })).status, 200)
  t.same([await opens(second), await opens(third)], [404, 200])
})

t.test('a change never removes the password of a link that it calls protected', async (t) => {
  const person = await signUp(app)
  const { token } = await makeShare(person, await putFile(person, 'a.txt', 'a'), { password: 'first words' })
  const path = `/api/share/${token}`
  const unclear = { protected: true, password: null }
  const isLocked = async () => {
    const { body } = await anonymous(app).get<{ data: PublicShareLink }>(`/api/sharing/${token}`)
    return body.data.attributes.locked
  }
  for (const call of [
    () => person.client.patch(path, unclear),
    () => person.client.put(path, unclear),
    () => person.client.post(path, { _method: 'patch', ...unclear }),
  ])
    t.match(await call(), { status: 422, body: { code: 'password-required', errors: { password: [/\w/] } } })
  t.equal(await isLocked(), true)
  for (const body of [{ protected: true }, { protected: true, password: '' }])
    t.equal((await person.client.patch(path, body)).status, 200, 'kept if it is not sent, or an empty field of a form')
  t.equal(await isLocked(), true)
  t.equal((await person.client.patch(path, { password: null })).status, 200)
  await makeShare(person, await putFile(person, 'b.txt', 'b'), { isPassword: false, password: '' })
  t.equal(await isLocked(), false)
})

t.test('changes of a link notify the owner’s other tabs and are recorded in the audit log', async (t) => {
  const person = await signUp(app)
  const folder = await makeFolder(person, 'docs')
  const file = await putFile(person, 'told.txt', 'told', folder)
  const mine = await testSocket(t, app, person.client)
  const other = await testSocket(t, app, (await signIn(app, person)).client)
  const headers = { 'x-socket-id': mine.id }
  const told = async () => {
    const next = () => other.next<{ parent_id: string | null }>(itemsChanged)
    return poll(next, ({ parent_id }) => parent_id === folder)
  }
  const made = await person.client.post<{ data: { id: string; attributes: { token: string } } }>(
    '/api/share',
    { id: file.id, type: 'file', password: 'first words' },
    { headers },
  )
  t.same(await told(), { parent_id: folder })
  const { id, attributes } = made.body.data
  await person.client.patch(`/api/share/${attributes.token}`, { protected: false }, { headers })
  t.same(await told(), { parent_id: folder })
  await person.client.post('/api/share/revoke', { _method: 'delete', tokens: [attributes.token] }, { headers })
  t.same(await told(), { parent_id: folder })

  const notes = await db.query<{ action: string; actor_id: string; details: Record<string, unknown> }>(
    'select action, actor_id, details from audit_log where target = $1 order by id',
    [id],
  )
  t.same(
    notes.map(({ action, actor_id }) => [action, actor_id]),
    ['created', 'changed', 'revoked'].map((action) => [`sharing.link.${action}`, person.id]),
  )
  t.match(notes[1]?.details, { before: { protected: true }, after: { protected: false } })
  t.notMatch(JSON.stringify(notes), attributes.token)
})

t.test('access log: pending visits are written before the process ends', async (t) => {
  const second = await testApp(t)
  const host = await signUp(second)
  const folder = await makeFolder(host, 'crowded')
  const { id } = await makeShare(host, { id: folder, type: 'folder' })
  for (let n = 0; n < 7; n += 1) second.coffer.sharing.api.accessLog.countVisit(id)
  await second.close()
  const db = new pg.Client({ connectionString: second.db.url })
  await db.connect()
  const { rows } = await db.query('select visitor_count from share_access_log where share_id = $1', [id])
  await db.end()
  t.strictSame(rows, [{ visitor_count: 7 }])
})

t.test('access log: pending visits survive a database failure', async (t) => {
  const person = await signUp(app)
  const folder = await makeFolder(person, 'crowded')
  const { id } = await makeShare(person, { id: folder, type: 'folder' })
  const { accessLog } = app.coffer.sharing.api
  for (let n = 0; n < 3; n += 1) accessLog.countVisit(id)
  await db.query('alter table share_access_log rename to share_access_log_away')
  await accessLog.flush()
  await db.query('alter table share_access_log_away rename to share_access_log')
  accessLog.countVisit(id)
  await accessLog.flush()
  t.same(await db.query('select visitor_count from share_access_log where share_id = $1', [id]), [{ visitor_count: 4 }])
})

t.test('details say who can open an item: by its own link, and by the link of a folder above it', async (t) => {
  const owner = await signUp(app)
  const shared = await makeFolder(owner, 'Summer')
  const inner = await makeFolder(owner, 'Inner', shared)
  const file = await putFile(owner, 'a.txt', 'a', inner)
  const { token } = await makeShare(owner, { id: shared, type: 'folder' })
  interface Shown {
    data: { relationships: { shared?: { data: { attributes: { token: string } } } } }
    meta: { path: { id: string; badges: string[] }[] }
  }
  const details = async (id: string) => (await owner.client.get<Shown>(`/api/items/${id}`)).body
  t.equal((await details(shared)).data.relationships.shared?.data.attributes.token, token)
  const inside = await details(file.id)
  t.equal(inside.data.relationships.shared, undefined)
  t.same(
    inside.meta.path.map(({ id, badges }) => [id, badges]),
    [
      [shared, ['shared']],
      [inner, []],
    ],
  )
  const listing = await owner.client.get<{ meta: { root: Shown } }>(`/api/browse/folders/${shared}`)
  t.equal(listing.body.meta.root.data.relationships.shared?.data.attributes.token, token, 'the open folder itself')
  const below = await owner.client.get<{ meta: { path: object[] } }>(`/api/browse/folders/${inner}`)
  t.match(below.body.meta.path, [{ id: shared, badges: ['shared'] }], 'a list below it')
})

t.test('details: whom links, teams and upload requests of an item and of the folders above it let in', async (t) => {
  const owner = await signUp(app)
  const shown = async (id: string) => {
    const { body } = await owner.client.get<{ data: Item; meta: { path: Ancestor[] } }>(`/api/items/${id}`)
    return othersWithAccess(body.data, body.meta.path).map(({ by, folder }) => [by, folder?.name ?? null])
  }
  const top = await makeFolder(owner, 'Top')
  const inner = await makeFolder(owner, 'Inner', top)
  const { id } = await putFile(owner, 'a.txt', 'a', inner)
  t.same(await shown(id), [])
  const { token } = await makeShare(owner, { id: top, type: 'folder' }, { password: 'a long password' })
  t.same(await shown(id), [['password', 'Top']])
  t.same(await shown(top), [], 'its own link is shown by itself')
  const invited = { require_email_code: true, emails: ['invited@example.com'] }
  const code = await makeShare(owner, { id: inner, type: 'folder' }, invited)
  t.same(await shown(id), [
    ['invited', 'Inner'],
    ['password', 'Top'],
  ])
  await owner.client.patch(`/api/share/${token}`, { password: null })
  await makeShare(owner, { id: inner, type: 'folder' }, { password: 'a long password' })
  await makeShare(owner, { id: top, type: 'folder' }, invited)
  t.same(await shown(id), [
    ['password', 'Inner'],
    ['anyone', 'Top'],
  ])
  t.equal((await owner.client.delete(`/api/share/${code.token}`)).status, 200)
  const other = await makeFolder(owner, 'Sent')
  const sent = await putFile(owner, 'b.txt', 'b', other)
  const { body } = await owner.client.post<{ data: FileRequest }>('/api/file-request', { visibility: 'all' })
  await db.query('update file_requests set folder_id = $2 where id = $1', [body.data.id, other])
  t.same(await shown(sent.id), [['request', 'Sent']])
  t.same(await shown(other), [['request', null]])
  await db.query("update file_requests set visibility = 'own' where id = $1", [body.data.id])
  t.same(await shown(sent.id), [])
  const team = await teamWith(owner, [[await signUp(app), 'can_view']])
  const inTeam = await putFile(owner, 'c.txt', 'c', team.id)
  t.same(await shown(inTeam.id), [['members', 'Project']])
  t.same(await shown(team.id), [['members', null]])
})

t.test('recipients: an expired link is not sent; of two removals at once the last recipient stays', async (t) => {
  const owner = await signUp(app)
  const file = await putFile(owner, 'letter.txt', 'x')
  const emails = ['one@example.org', 'two@example.org']
  const { token, id } = await makeShare(owner, file, { emails, require_email_code: true })
  const recipients = () => db.query<{ id: string }>('select id from share_recipients where share_id = $1', [id])
  const removals = db.transaction(async (tx) => {
    await tx.query('select 1 from shares where id = $1 for update', [id])
    const both = (await recipients()).map((one) => owner.client.delete(`/api/share/${token}/recipients/${one.id}`))
    await waitsForLock(db, both.length)
    return both
  })
  const statuses = (await Promise.all(await removals)).map(({ status }) => status)
  t.same(statuses.sort(), [204, 422])
  t.equal((await recipients()).length, 1)

  await db.query('update shares set expires_at = now() where id = $1', [id])
  const sent = await owner.client.post<{ code: string }>(`/api/share/${token}/email`, { emails: ['late@example.org'] })
  t.match(sent, { status: 422, body: { code: 'share-expired' } })
  t.equal((await recipients()).length, 1)
})
