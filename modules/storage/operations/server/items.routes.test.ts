import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../tests/support/storage.ts'

t.test('item routes: create, rename, list, move, trash and restore a folder', async (t) => {
  const { call, person } = await testStorageHttp(t)
  const me = await person()
  const emoji = { char: '🪴', codes: '1FAB4', script: '<b>' }
  const made = await call(me, 'POST', '/api/create-folder', {
    name: 'Plants',
    color: 'green',
    emoji,
    owner_id: crypto.randomUUID(),
  })
  t.equal(made.status, 201)
  t.match(made.body.data, {
    type: 'folder',
    attributes: {
      name: 'Plants',
      color: 'green',
      items: 0,
      size: 0,
      parent_id: null,
      kind: 'folder',
      deleted_at: null,
    },
    relationships: { favourites: { favourite: false } },
  })
  t.strictSame(made.body.data.attributes.emoji, { char: '🪴', codes: '1FAB4' }, 'unknown fields are dropped')
  const { id } = made.body.data
  const inner = await call(me, 'POST', '/api/create-folder', { name: 'Inner', parent_id: id })
  const color = await call(me, 'PATCH', `/api/rename/${id}`, { color: null })
  t.match(
    color.body.data.attributes,
    { name: 'Plants', color: null, emoji: { char: '🪴' } },
    'only the given field changes',
  )
  const renamed = await call(me, 'POST', `/api/rename/${id}`, { _method: 'patch', name: 'Trees', type: 'folder' })
  t.match(renamed, { status: 200, body: { data: { attributes: { name: 'Trees', items: 1 } } } })
  t.equal((await call(me, 'POST', '/api/favourites', { ids: [id] })).status, 201)

  const root = await call(me, 'GET', '/api/browse/folders/all?sort=name&direction=asc')
  t.match(root.body, {
    data: [{ data: { id, relationships: { favourites: { favourite: true } } } }],
    meta: { root: null, path: [], paginate: { currentPage: 1, lastPage: 1, perPage: 50, total: 1, nextCursor: null } },
  })
  const listed = await call(me, 'GET', `/api/browse/folders/${id}`)
  t.match(listed.body.meta, { root: { data: { id } }, path: [], paginate: { total: 1 } })
  const shown = await call(me, 'GET', `/api/items/${inner.body.data.id}`)
  t.match(shown.body, {
    data: { relationships: { parent: { data: { id, attributes: { name: 'Trees' } } } } },
    meta: { path: [{ id, name: 'Trees' }] },
  })
  const tree = await call(me, 'GET', '/api/browse/navigation')
  t.match(tree.body, [
    {
      location: 'files',
      name: 'Files',
      isMovable: true,
      isOpen: true,
      folders: [{ id, items: 1, folders: [{ name: 'Inner' }] }],
    },
  ])
  const items = [{ id: inner.body.data.id, type: 'folder' }]
  t.match(await call(me, 'POST', '/api/move', { to_id: null, items }), {
    status: 200,
    body: { type: 'success', message: 'The items were moved.' },
  })
  const trashed = await call(me, 'POST', '/api/remove', { items: [{ ...items[0], force_delete: false }] })
  t.match(trashed, { status: 200, body: { deleted_at: /^\d{4}-/ } })
  const until = trashed.body.deleted_at
  t.match((await call(me, 'GET', '/api/trash/summary')).body, {
    items: 1,
    files: 0,
    size: 0,
    retention_days: 30,
    until,
  })
  t.equal((await call(me, 'DELETE', '/api/trash/dump?until=2020-01-01T00:00:00.000Z')).status, 200)
  t.equal((await call(me, 'POST', '/api/trash/restore', { items, to_home: true })).status, 200)
  t.equal(
    (await call(me, 'POST', '/api/remove', { items: [{ ...items[0], force_delete: true }] })).body.deleted_at,
    null,
  )
  t.equal((await call(me, 'DELETE', `/api/favourites/${id}`)).status, 200)
  t.equal((await call(me, 'DELETE', `/api/favourites/${id}`)).status, 404)
  t.equal((await call(me, 'POST', '/api/trash/dump', { _method: 'DELETE' })).status, 200)
})

t.test('item routes: files have a URL, a media type and an ETag', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 1, { prefix: 'Ä b#' })
  const { body } = await call(me, 'GET', '/api/browse/latest')
  const { id, type, attributes } = body.data[0].data
  t.equal(type, 'file')
  t.match(attributes, {
    name: 'Ä b#1.bin',
    extension: 'bin',
    mimetype: 'application/octet-stream',
    thumbnail: null,
    thumbnail_pending: false,
    file_url: `/file/${id}/%C3%84%20b%231.bin`,
    etag: /^"[0-9a-f]{32}"$/,
  })
})

t.test('A01 item routes: other accounts get 404 for an item, calls without a session 401', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const [me, other] = [await person(), await person()]
  const id = await seedOneFolder(platform.db, me.ownerId, 'canary-name')
  await seedFolder(platform.db, me.ownerId, 1, { parent: id })
  const [file] = await platform.db.query<{ id: string }>('select id from items where not is_folder')
  const before = await platform.db.query('select * from items order by id')
  for (const [target, type] of [
    [id, 'folder'],
    [file?.id as string, 'file'],
  ] as const) {
    const items = [{ id: target, type }]
    const calls = [
      ['GET', `/api/browse/folders/${target}`],
      ['GET', `/api/browse/trash/${target}`],
      ['GET', `/api/items/${target}`],
      ['PATCH', `/api/rename/${target}`, { name: 'x' }],
      ['POST', `/api/rename/${target}`, { name: 'x', _method: 'PATCH' }],
      ['POST', '/api/create-folder', { name: 'x', parent_id: target }],
      ['POST', '/api/move', { to_id: null, items }],
      ['POST', '/api/remove', { items }],
      ['POST', '/api/remove', { items, force_delete: true }],
      ['POST', '/api/trash/restore', { items }],
      ['POST', '/api/favourites', { ids: [target] }],
      ['DELETE', `/api/favourites/${target}`],
      ['POST', '/api/move', { selection: { view: 'files', parent_id: target, except: [] } }],
      ['POST', '/api/remove', { selection: { view: 'trash', parent_id: target, except: [] }, force_delete: true }],
    ] as const
    for (const [method, url, body] of calls) {
      const foreign = await call(other, method, url, body)
      if (![404, 422].includes(foreign.status) || JSON.stringify(foreign.body).includes('canary'))
        t.fail(`${method} ${url} ${JSON.stringify(body)}: ${foreign.status}`)
      const anonymous = await call(null, method, url, body)
      if (anonymous.status !== 401) t.fail(`${method} ${url} without a session: ${anonymous.status}`)
    }
  }
  t.same(await platform.db.query('select * from items order by id'), before)
})
