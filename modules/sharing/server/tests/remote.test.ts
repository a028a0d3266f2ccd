import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { sendFile } from '../../../../tests/support/file-requests.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteActions } from '../../../../tests/support/remote.ts'
import { testSource } from '../../../../tests/support/remote-source.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import { downloadedSha256, listAll } from '../../../../tests/support/upload-queue.ts'
import type { Listing } from '../../../storage/contract.ts'

const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db } = app.coffer.platform
const owner = await signUp(app)

const { begin, outcome, flowing, held, urlsOf, shown, requestOf, ...actions } = remoteActions({ db, owner, source })
const staged = () => readdirSync(join(app.dataDir, 'staging')).filter((name) => /^[0-9a-f]{8,}/.test(name))
const nothingLeft = () =>
  poll(async () => {
    const [usage] = await db.query<{ reserved: number }>(
      'select reserved_bytes as reserved from usage where user_id = $1',
      [owner.id],
    )
    return staged().length === 0 && usage?.reserved === 0
  })
const linkOf = async (name: string, options: object = {}) => ({
  ...(await actions.linkOf(name, options)),
  editor: anonymous(app),
})
const sent = async (client: Client, token: string): Promise<string[]> =>
  (await client.get<Listing>(`/api/file-request/${token}/browse/all`)).body.data.map(({ data }) => data.attributes.name)

t.test('remote upload by an editor: visible to that browser only, recorded in the access log', async (t) => {
  source.files.set('/a.bin', { size: 3_000_000 })
  const { folder, token, id, at, editor } = await linkOf('afar')
  const inner = await makeFolder(owner, 'inner', folder)
  const outside = await makeFolder(owner, 'outside')
  t.equal((await begin(editor, at, ['/a.bin'], outside)).status, 404)
  const made = await begin(editor, at, ['/a.bin', '/none'], inner)
  t.equal(made.status, 201)
  const batch = made.body.data.id
  t.strictSame(await outcome(batch), ['done', 'not-found'])
  const [file] = await listAll(owner.client, inner)
  t.equal(file && (await downloadedSha256(owner.client, file)), source.sha256('/a.bin'))
  const log = await owner.client.get<{
    data: { action: string; item: { name: string }; bytes: number; visitor: string }[]
  }>(`/api/share/${token}/log`)
  const line = log.body.data.find(({ action }) => action === 'uploaded')
  t.match(line, { item: { name: 'a.bin' }, bytes: 3_000_000, ip: /\.0$/ })
  t.equal(line?.visitor, log.body.data.at(-1)?.visitor)
  t.strictSame(await shown(editor, at), [batch])
  const other = anonymous(app)
  t.strictSame(await shown(other, at), [], 'another browser sees nothing of it')
  const [url] = await urlsOf(batch)
  for (const path of [batch, `${batch}/urls/${url?.id}`]) {
    const [head, tail] = at.split(`/${token}`)
    t.equal((await other.delete(`${head}/${path}/${token}${tail}`)).status, 404)
  }
  t.equal((await other.post(at.replace(token, `${batch}/retry/${token}`), {})).status, 404)
  source.files.set('/none', { size: 10 })
  t.equal((await editor.post(at.replace(token, `${batch}/retry/${token}`), {})).status, 200)
  t.strictSame(await outcome(batch), ['done', 'done'])
  await owner.client.patch(`/api/share/${token}`, { permission: 'visitor' })
  t.equal((await begin(editor, at, ['/a.bin'])).status, 403)
  const lines = await db.query("select 1 from share_access_log where share_id = $1 and action = 'uploaded'", [id])
  t.equal(lines.length, 2)
})

t.test('a link that is revoked, expired or locked ends its remote uploads', async (t) => {
  type Link = Awaited<ReturnType<typeof linkOf>>
  const ways: Record<string, (link: Link) => Promise<unknown>> = {
    revoked: ({ token }) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] }),
    'for visitors only': ({ token }) => owner.client.patch(`/api/share/${token}`, { permission: 'visitor' }),
    locked: ({ token }) => owner.client.patch(`/api/share/${token}`, { password: 'brand new words' }),
    'for named people': ({ token }) =>
      owner.client
        .patch(`/api/share/${token}`, { require_email_code: true })
        .then(({ status }) => t.equal(status, 200)),
    expired: ({ id }) => db.query(`update shares set expires_at = now() where id = $1`, [id]),
    'trashed item': ({ folder }) => owner.client.post('/api/remove', { items: [{ id: folder, type: 'folder' }] }),
    'owner restricted': () => db.query(`update users set status = 'suspended' where id = $1`, [owner.id]),
  }
  for (const [name, shut] of Object.entries(ways)) {
    const link = await linkOf(name, { emails: ['ann@example.org'] })
    const file = held(`/${name.replaceAll(' ', '-')}.bin`)
    const batch = (await begin(link.editor, link.at, [`/${name.replaceAll(' ', '-')}.bin`])).body.data.id
    await flowing(batch)
    await shut(link)
    if (name === 'revoked') await poll(async () => (await urlsOf(batch)).length === 0)
    else t.match(await outcome(batch), [/forbidden|parent-not-found/], name)
    delete file.holdAt
    await nothingLeft()
    await db.query(`update users set status = 'active' where id = $1`, [owner.id])
    t.strictSame(await db.query('select 1 from items where parent_id = $1', [link.folder]), [], name)
  }
})

t.test('a grant is validated in the transaction that stores the file', async (t) => {
  const { editor, at, id, folder } = await linkOf('last word')
  const { grants } = app.coffer.storage.api
  const { isValid } = grants
  // As if everything happened between two polls.
  grants.isValid = async () => true
  t.teardown(() => {
    grants.isValid = isValid
  })
  const file = held('/late.bin')
  const batch = (await begin(editor, at, ['/late.bin'])).body.data.id
  await flowing(batch)
  await db.query('update shares set expires_at = now() where id = $1', [id])
  delete file.holdAt
  t.strictSame(await outcome(batch), ['forbidden'])
  t.strictSame(await listAll(owner.client, folder), [])
})

t.test('remote upload by uploaders: the request’s terms, their own folder, counted like uploads', async (t) => {
  await db.query('delete from rate_limits')
  const { token, at, id } = await requestOf({
    max_file_size: 1_000_000,
    max_files: 3,
    accepted_types: ['document', 'other'],
    folder_per_uploader: true,
    require_name: true,
  })
  source.files.set('/one.bin', { size: 900_000 })
  source.files.set('/two.bin', { size: 10 })
  source.files.set('/told-big.bin', { size: 1_000_001 })
  source.files.set('/big.bin', { size: 3_000_000, length: false })
  source.answer('/picture', (_request, answer) => answer.end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')))
  const uploader = anonymous(app)
  t.equal((await begin(uploader, at, ['/one.bin'])).status, 422, 'who are they?')
  await uploader.post(`/api/file-request/${token}/uploader`, { name: 'Ada' })
  const first = await begin(uploader, at, ['/one.bin', '/told-big.bin', '/big.bin', '/picture'])
  t.equal(first.status, 201)
  t.strictSame(await outcome(first.body.data.id), ['done', 'too-large', 'too-large', 'type-not-accepted'])
  t.same(await sent(uploader, token), ['one.bin'])
  const other = anonymous(app)
  await other.post(`/api/file-request/${token}/uploader`, { name: 'Bob' })
  await sendFile(other, token, 'b.txt', 'b')
  t.strictSame(await shown(other, at), [])
  t.equal((await other.delete(`${at}/${first.body.data.id}`)).status, 404)
  t.same(await sent(other, token), ['b.txt'])
  const last = await begin(uploader, at, ['/two.bin', '/one.bin'])
  const ends = await outcome(last.body.data.id)
  t.strictSame(ends.toSorted(), ['done', 'file-limit-reached'])
  const [row] = await db.query('select received_files, received_bytes from file_requests where id = $1', [id])
  t.match(row, { received_files: 3 })
  const [told] = await db.query(
    `select g.last_upload_at is not null as fresh, (select count(*) from file_request_items i where i.uploader_id = g.id) as n
     from file_request_uploaders g where g.request_id = $1 and g.name = 'Ada'`,
    [id],
  )
  t.same(told, { fresh: true, n: 2 }, 'the digest and the receipt count them')
  const places = await db.query<{ name: string }>(
    `select distinct p.name from file_request_items r join items i on i.id = r.item_id join items p on p.id = i.parent_id
     where r.request_id = $1 and i.name like '%.bin'`,
    [id],
  )
  t.same(places, [{ name: 'Ada' }])
})

t.test('a closed, revoked or expired request ends its remote uploads', async (t) => {
  const ways: Record<string, (request: { token: string; id: string }) => Promise<unknown>> = {
    closed: ({ token }) => owner.client.delete(`/api/file-request/${token}`),
    revoked: ({ token }) => owner.client.post(`/api/file-request/${token}/revoke`, {}),
    'past its deadline': ({ id }) => db.query('update file_requests set expires_at = now() where id = $1', [id]),
  }
  for (const [name, end] of Object.entries(ways)) {
    const request = await requestOf()
    const uploader = anonymous(app)
    const path = `/request-${name.replaceAll(' ', '-')}.bin`
    const file = held(path)
    const batch = (await begin(uploader, request.at, [path])).body.data.id
    await flowing(batch)
    await end(request)
    await poll(async () => (await urlsOf(batch)).every(({ failure_reason }) => failure_reason === 'forbidden'))
    delete file.holdAt
    await nothingLeft()
    t.strictSame(await db.query('select 1 from items where name = $1', [path.slice(1)]), [], name)
  }
})

t.test('remote upload: uploaders of one owner share three connections and take turns', async (t) => {
  await db.query('delete from rate_limits')
  const { at } = await requestOf()
  const uploaders = [anonymous(app), anonymous(app), anonymous(app), anonymous(app)]
  const files = uploaders.flatMap((_uploader, n) => [held(`/turn-${n}a.bin`), held(`/turn-${n}b.bin`)])
  const batches: string[] = []
  for (const [n, uploader] of uploaders.entries())
    batches.push((await begin(uploader, at, [`/turn-${n}a.bin`, `/turn-${n}b.bin`])).body.data.id)
  const running = async () =>
    (await Promise.all(batches.map(urlsOf))).map((urls) => urls.filter(({ status }) => status === 'running').length)
  await poll(async () => (await running()).reduce((sum, n) => sum + n, 0) === 3)
  t.same(await running(), [2, 1, 0, 0], 'first come, first served; each caller gets at most its share')
  const [first] = await urlsOf(batches[0] as string)
  await uploaders[0]?.delete(`${at}/${batches[0]}/urls/${first?.id}`)
  await poll(async () => (await running())[2] === 1)
  t.same(await running(), [1, 1, 1, 0], 'a free line goes to who has none')
  for (const file of files) delete file.holdAt
  for (const batch of batches) await outcome(batch)
})
