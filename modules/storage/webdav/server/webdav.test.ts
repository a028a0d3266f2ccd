import t from 'tap'
import { anonymous, createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { davOf, list, to } from '../../../../tests/support/dav.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { rateLimits } from '../../server/rate-limits.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const newDrive = async () => {
  const account = await createAccount(app)
  return { account, dav: davOf(app, account) }
}

t.test('PUT: creates, replaces with a version, keeps the time, and takes conditions', async (t) => {
  const { account, dav } = await newDrive()
  const put = (body: string, headers = {}) => dav('PUT', 'files/notes.txt', { body, headers })
  t.match(await put('one', { 'x-oc-mtime': '1500000000' }), { status: 201 })
  const first = await dav('GET', 'files/notes.txt')
  t.match(first, { status: 200, text: 'one' })
  t.equal(first.headers.get('last-modified'), new Date(1_500_000_000_000).toUTCString())
  t.match(first.headers.get('content-security-policy'), 'sandbox')
  t.match(await put('two', { 'if-none-match': '*' }), { status: 412 })
  t.match(await put('two', { 'if-match': '"other"' }), { status: 412 })
  t.match(await put('two', { 'if-match': first.headers.get('etag') as string }), { status: 204 })
  t.match(await put('three', { 'content-range': 'bytes 0-4/9' }), { status: 400 })
  t.match(await put('three', { 'oc-checksum': `SHA256:${'0'.repeat(64)}` }), { status: 422, text: 'checksum-mismatch' })
  t.equal((await dav('GET', 'files/notes.txt', { headers: { range: 'bytes=1-' } })).text, 'wo')
  const [item] = await db.query<{ id: string }>('select id from items where owner_id = $1', [account.id])
  const versions = await account.client.get<{ data: unknown[] }>(`/api/items/${item?.id}/versions`)
  t.equal(versions.body.data.length, 1)
  t.match(await dav('PUT', 'files/none/notes.txt', { body: 'x' }), { status: 409 })
  t.match(await dav('PUT', 'files/', { body: 'x' }), { status: 405 })
})

t.test('PUT: of several calls for a free name, one creates it', async (t) => {
  const { dav } = await newDrive()
  const put = () => dav('PUT', 'files/once.txt', { body: 'x', headers: { 'if-none-match': '*' } })
  const statuses = (await Promise.all([put(), put(), put()])).map(({ status }) => status)
  t.strictSame(statuses.sort(), [201, 412, 412])
})

t.test('PUT: an empty file, one of unknown length, and one in two steps, which leaves no version', async (t) => {
  const { account, dav } = await newDrive()
  t.match(await dav('PUT', 'files/empty.txt'), { status: 201 })
  t.match(await dav('GET', 'files/empty.txt'), { status: 200, text: '' })
  t.match(await dav('GET', 'files/empty.txt', { headers: { range: 'bytes=0-' } }), { status: 416 })
  t.match(await dav('COPY', 'files/empty.txt', to(app, 'files/copy.txt')), { status: 201 })
  const [empty] = await db.query<{ id: string }>(`select id from items where owner_id = $1 and name = 'copy.txt'`, [
    account.id,
  ])
  const zip = await account.client.fetch(`/api/zip?items=${empty?.id}%7Cfile`)
  t.match([zip.status, Buffer.from(await zip.arrayBuffer()).toString('latin1')], [200, /copy\.txt/])
  t.strictSame((await app.coffer.storage.api.fsck.run({ deep: true })).findings, [])
  const pieces = new ReadableStream({
    start: (controller) => {
      for (const piece of ['streamed ', 'content']) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const streamed = await fetch(`${app.url}/dav/files/empty.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.token}` },
    body: pieces,
    duplex: 'half',
  } as RequestInit)
  t.equal(streamed.status, 204)
  t.equal((await dav('GET', 'files/empty.txt')).text, 'streamed content')
  t.strictSame(
    await db.query('select 1 from item_versions v join items i on i.id = v.item_id where i.owner_id = $1', [
      account.id,
    ]),
    [],
  )
})

t.test('MKCOL and DELETE: a folder, and the trash', async (t) => {
  const { account, dav } = await newDrive()
  t.match(await dav('MKCOL', 'files/Trip/'), { status: 201 })
  t.match(await dav('MKCOL', 'files/Trip'), { status: 405 })
  t.match(await dav('MKCOL', 'files/None/Trip'), { status: 409 })
  t.match(await dav('MKCOL', 'files/Body', { body: '<x/>' }), { status: 415 })
  t.match(await dav('DELETE', 'files/Trip/', { headers: { depth: '0' } }), { status: 400 })
  t.match(await dav('DELETE', 'files/Trip'), { status: 204 })
  t.match(await dav('DELETE', 'files/Trip'), { status: 404 })
  t.match(await dav('DELETE', 'files/'), { status: 403 })
  const trash = await account.client.get<{ data: { data: { attributes: { name: string } } }[] }>(
    '/api/browse/trash/all',
  )
  t.strictSame(
    trash.body.data.map(({ data }) => data.attributes.name),
    ['Trip'],
  )
})

t.test('MOVE: renames, moves, replaces, and stays on this server', async (t) => {
  const { dav } = await newDrive()
  for (const path of ['A', 'B']) await dav('MKCOL', `files/${path}`)
  await dav('PUT', 'files/A/x.txt', { body: 'x' })
  await dav('PUT', 'files/B/y.txt', { body: 'y' })
  t.match(await dav('MOVE', 'files/A/x.txt', to(app, 'files/A/X.txt')), { status: 201 })
  t.match(await dav('MOVE', 'files/A/X.txt', to(app, 'files/B/y.txt', { overwrite: 'F' })), { status: 412 })
  t.match(await dav('MOVE', 'files/A/X.txt', to(app, 'files/B/y.txt')), { status: 204 })
  t.strictSame(await list(dav, 'files/A'), ['files/A/'])
  t.strictSame(await list(dav, 'files/B'), ['files/B/', 'files/B/y.txt'])
  t.equal((await dav('GET', 'files/B/y.txt')).text, 'x')
  t.match(await dav('MOVE', 'files/B/y.txt', { headers: { destination: 'http://elsewhere.org/dav/files/z' } }), {
    status: 502,
  })
  t.match(await dav('MOVE', 'files/B/y.txt', to(app, '../api/user')), { status: 400 })
  t.match(await dav('MOVE', 'files/B/', to(app, 'files/B/C')), { status: 403 })
  t.match(await dav('MOVE', 'files/B/y.txt', to(app, 'files/B')), { status: 403 }, 'what it is in is not replaced')
  t.match(await dav('MOVE', 'files/B/y.txt', to(app, 'files/none/z.txt')), { status: 409 })
})

t.test('MOVE and COPY onto a file: its links, comments and versions go on, as by PUT', async (t) => {
  const { account, dav } = await newDrive()
  const { client } = account
  const file = await putFile(account, 'db.kdbx', 'one')
  const { token } = await makeShare(account, { id: file.id, type: 'file' })
  await client.post(`/api/items/${file.id}/comments`, { body: 'a note' })
  const trashed = async () => (await client.get<{ data: unknown[] }>('/api/browse/trash/all')).body.data.length
  const state = async () => {
    const [link, comments, versions] = await Promise.all([
      anonymous(app).get(`/api/sharing/${token}`),
      client.get<{ data: unknown[] }>(`/api/items/${file.id}/comments`),
      client.get<{ data: unknown[] }>(`/api/items/${file.id}/versions`),
    ])
    return [link.status, comments.body.data.length, versions.body.data.length, await trashed()]
  }
  await dav('MKCOL', 'files/T')
  await dav('PUT', 'files/T/db.tmp', { body: 'two two' })
  t.match(await dav('MOVE', 'files/T/db.tmp', to(app, 'files/db.kdbx')), { status: 204 })
  t.strictSame(await state(), [200, 1, 1, 0])
  t.strictSame(await list(dav, 'files/T'), ['files/T/'])
  t.equal((await dav('GET', 'files/db.kdbx')).text, 'two two')
  const other = await putFile(account, 'other.txt', 'three')
  t.match(await dav('COPY', 'files/other.txt', to(app, 'files/db.kdbx')), { status: 204 })
  t.strictSame(await state(), [200, 1, 2, 0])
  t.strictSame(await list(dav, 'files'), ['files/', 'files/T/', 'files/db.kdbx', 'files/other.txt'])
  await app.coffer.storage.api.folderSizes.aggregate(account.id)
  t.strictSame((await app.coffer.storage.api.fsck.run({ deep: true })).findings, [])
  const own = await makeShare(account, { id: other.id, type: 'file' })
  t.match(await dav('MOVE', 'files/other.txt', to(app, 'files/db.kdbx')), { status: 204 })
  t.equal((await anonymous(app).get(`/api/sharing/${own.token}`)).status, 200, 'a file takes its own links along')
  t.equal(await trashed(), 1, 'to the place of one in the trash')
  await app.coffer.platform.settings.set({ versions_max: 0 })
  t.teardown(() => app.coffer.platform.settings.set({ versions_max: 50 }))
  await dav('PUT', 'files/tmp', { body: 'four' })
  t.match(await dav('MOVE', 'files/tmp', to(app, 'files/db.kdbx')), { status: 204 })
  t.equal(await trashed(), 2, 'nothing is lost without versions')
})

t.test('MOVE and COPY onto a file: it has the properties of both, as far as an item can', async (t) => {
  const { account, dav } = await newDrive()
  const patch = async (path: string, program: string, properties: number) => {
    const set = Array.from({ length: properties }, (_, n) => `<p${n}>x</p${n}>`).join('')
    const body = `<D:propertyupdate xmlns:D="DAV:" xmlns="${program}"><D:set><D:prop>${set}</D:prop></D:set></D:propertyupdate>`
    t.match((await dav('PROPPATCH', path, { body })).text, '200 OK')
  }
  const save = async (program: string, method = 'MOVE') => {
    await dav('PUT', 'files/tmp', { body: program })
    await patch('files/tmp', program, 30)
    t.match(await dav(method, 'files/tmp', to(app, 'files/doc')), { status: 204 })
    return db.query(
      `select namespace, count(*)::int as n from webdav_properties p join items i on i.id = p.item_id
       where i.owner_id = $1 and i.name = 'doc' group by namespace order by namespace`,
      [account.id],
    )
  }
  await dav('PUT', 'files/doc', { body: 'doc' })
  await patch('files/doc', 'urn:a', 40)
  t.strictSame(await save('urn:a'), [{ namespace: 'urn:a', n: 40 }])
  t.strictSame(await save('urn:b'), [{ namespace: 'urn:b', n: 30 }])
  await patch('files/doc', 'urn:c', 20)
  t.strictSame(await save('urn:a', 'COPY'), [{ namespace: 'urn:a', n: 30 }])
  await dav('DELETE', 'files/tmp')
  await db.query(
    `insert into webdav_properties (item_id, namespace, name, owner_id, value)
     select gen_random_uuid(), 'urn:y', 'y', $1, '' from generate_series(1, 19910)`,
    [account.id],
  )
  t.strictSame(await save('urn:b'), [{ namespace: 'urn:b', n: 30 }], 'a full account has no more by that')
})

t.test('MOVE of a file that is no temporary one: it goes on, and what it replaces is in the trash', async (t) => {
  const { account, dav } = await newDrive()
  const [old, moved] = [await putFile(account, 'old.txt', 'old'), await putFile(account, 'new.txt', 'new')]
  await app.coffer.platform.db.query(
    `update items set created_at = created_at - interval '25 hours' where owner_id = $1`,
    [account.id],
  )
  t.match(await dav('MOVE', 'files/new.txt', to(app, 'files/old.txt')), { status: 204 })
  const rows = await app.coffer.platform.db.query<{ id: string; is_trashed: boolean }>(
    'select id, trashed_at is not null as is_trashed from items where owner_id = $1 order by 2',
    [account.id],
  )
  t.strictSame(rows, [
    { id: moved.id, is_trashed: false },
    { id: old.id, is_trashed: true },
  ])
})

t.test(
  'MOVE of a file with an expired link, or on which a comment is being written: it takes both along',
  async (t) => {
    const { account, dav } = await newDrive()
    const { db } = app.coffer.platform
    for (const name of ['a', 'b']) await dav('PUT', `files/${name}`, { body: name })
    const linked = await putFile(account, 'linked', 'x')
    await makeShare(account, { id: linked.id, type: 'file' })
    await db.query(`update shares set expires_at = now() - interval '1 day' where item_id = $1`, [linked.id])
    t.match(await dav('MOVE', 'files/linked', to(app, 'files/a')), { status: 204 })
    t.equal((await db.query('select 1 from shares where item_id = $1', [linked.id])).length, 1)
    const discussed = await putFile(account, 'discussed', 'x')
    const [inserted, moving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const written = db.transaction(async (tx) => {
      await tx.query(`insert into item_comments (item_id, author_id, body) values ($1, $2, 'Well')`, [
        discussed.id,
        account.id,
      ])
      inserted.resolve()
      await moving.promise
    })
    await inserted.promise
    const moved = dav('MOVE', 'files/discussed', to(app, 'files/b'))
    await waitsForLock(db)
    moving.resolve()
    await written
    t.match(await moved, { status: 204 })
    t.equal((await db.query('select 1 from item_comments where item_id = $1', [discussed.id])).length, 1)
  },
)

t.test('COPY: a file, a folder, a folder alone, and in place of another', async (t) => {
  const { account, dav } = await newDrive()
  await dav('MKCOL', 'files/A')
  await db.query(`update items set color = 'red', emoji = '{"char": "🚀"}' where owner_id = $1`, [account.id])
  await dav('PUT', 'files/A/x.txt', { body: 'x' })
  t.match(await dav('COPY', 'files/A/x.txt', to(app, 'files/A/y.txt')), { status: 201 })
  t.match(await dav('COPY', 'files/A', to(app, 'files/B')), { status: 201 })
  t.strictSame(await list(dav, 'files/B'), ['files/B/', 'files/B/x.txt', 'files/B/y.txt'])
  t.match(await dav('COPY', 'files/A', to(app, 'files/C', { depth: '0' })), { status: 201 })
  t.strictSame(await list(dav, 'files/C'), ['files/C/'])
  t.match(await dav('COPY', 'files/A', to(app, 'files/C')), { status: 204 })
  t.match(await dav('COPY', 'files/A', to(app, 'files/C', { overwrite: 'F' })), { status: 412 })
  t.match(await dav('COPY', 'files/A', to(app, 'files/A/inside')), { status: 403 })
  t.strictSame(await list(dav, 'files'), ['files/', 'files/A/', 'files/B/', 'files/C/'])
  t.strictSame(await list(dav, 'files/C'), ['files/C/', 'files/C/x.txt', 'files/C/y.txt'])
  const looks = "select distinct color, emoji->>'char' as emoji from items where owner_id = $1 and is_folder"
  t.strictSame(await db.query(looks, [account.id]), [{ color: 'red', emoji: '🚀' }])
})

t.test('COPY: a folder with more items than a call copies by itself is waited for', async (t) => {
  const { account, dav } = await newDrive()
  const folder = await seedOneFolder(db, account.id, 'Many')
  await seedFolder(db, account.id, 600, { parent: folder, folders: 1 })
  t.match(await dav('COPY', 'files/Many', to(app, 'files/Copied')), { status: 201 })
  t.equal((await list(dav, 'files/Copied')).length, 601)
})

t.test('folders and empty files of a day are limited by account: they have no size', async (t) => {
  const { account, dav } = await newDrive()
  const { emptyItemsPerAccount: limit } = rateLimits
  await app.coffer.platform.limiter.consume(limit, [account.id], { by: limit.limit - 2 })
  t.match(await dav('MKCOL', 'files/A'), { status: 201 })
  t.match(await dav('PUT', 'files/empty', { body: '' }), { status: 201 })
  t.match(await dav('PUT', 'files/empty', { body: '' }), { status: 429 })
  t.match(await dav('MKCOL', 'files/B'), { status: 429 })
  for (const depth of ['0', 'infinity'])
    t.match(
      await dav('COPY', 'files/A', to(app, 'files/B', { depth })),
      { status: 429 },
      `a copy of a folder, ${depth}`,
    )
  t.match(await dav('PUT', 'files/x', { body: 'x' }), { status: 201 })
  t.strictSame(await list(dav, 'files'), ['files/', 'files/A/', 'files/empty', 'files/x'])
})
