import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../tests/support/storage.ts'

t.test('a folder is made, decorated, renamed, listed, moved, trashed and restored', async (t) => {
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
  t.strictSame(made.body.data.attributes.emoji, { char: '🪴', codes: '1FAB4' }, 'fields nobody named are dropped')
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
    { location: 'team-folders', name: 'Team Folders', folders: [] },
    { location: 'shared-with-me', name: 'Shared with Me', folders: [] },
  ])
  const items = [{ id: inner.body.data.id, type: 'folder' }]
  t.match(await call(me, 'POST', '/api/move', { to_id: null, items }), {
    status: 200,
    body: { type: 'success', message: 'The items were moved.' },
  })
  const trashed = await call(me, 'POST', '/api/remove', { items: [{ ...items[0], force_delete: false }] })
  t.match(trashed, { status: 200, body: { deleted_at: /^\d{4}-/ } })
  t.match((await call(me, 'GET', '/api/trash/summary')).body, { items: 1, files: 0, size: 0, retention_days: 30 })
  t.equal((await call(me, 'POST', '/api/trash/restore', { items, to_home: true })).status, 200)
  t.equal(
    (await call(me, 'POST', '/api/remove', { items: [{ ...items[0], force_delete: true }] })).body.deleted_at,
    null,
  )
  t.equal((await call(me, 'DELETE', `/api/favourites/${id}`)).status, 200)
  t.equal((await call(me, 'DELETE', `/api/favourites/${id}`)).status, 404)
  t.equal((await call(me, 'POST', '/api/trash/dump', { _method: 'DELETE' })).status, 200)
})

t.test('files are shown with an address, a type and a tag', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  await seedFolder(platform.db, me.ownerId, 1, { prefix: 'Ä b#' })
  const { body } = await call(me, 'GET', '/api/browse/latest')
  const { id, type, attributes } = body.data[0].data
  t.equal(type, 'file')
  t.match(attributes, {
    ...{
      name: 'Ä b#1.bin',
      extension: 'bin',
      mimetype: 'application/octet-stream',
      thumbnail: null,
      thumbnail_pending: false,
    },
    file_url: `/file/${id}/%C3%84%20b%231.bin`,
    etag: /^"[0-9a-f]{32}"$/,
  })
})

t.test('A01 nobody else reaches an item by its id, nobody at all without signing in', async (t) => {
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
      const refused = await call(other, method, url, body)
      if (![404, 422].includes(refused.status) || JSON.stringify(refused.body).includes('canary'))
        t.fail(`${method} ${url} ${JSON.stringify(body)}: ${refused.status}`)
      const anonymous = await call(null, method, url, body)
      if (anonymous.status !== 401) t.fail(`${method} ${url} without a session: ${anonymous.status}`)
    }
  }
  t.same(await platform.db.query('select * from items order by id'), before)
})

t.test('A31 a file is not renamed to what may not be uploaded', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  await platform.settings.set({ mimetypes_blacklist: ['php'] })
  const folder = await seedOneFolder(platform.db, me.ownerId, 'folder')
  await seedFolder(platform.db, me.ownerId, 1)
  const [file] = await platform.db.query<{ id: string }>('select id from items where not is_folder')
  for (const name of ['x.PHP', 'x.php.', 'x.php.jpg', 'x.php::$DATA']) {
    const refused = await call(me, 'PATCH', `/api/rename/${file?.id}`, { name })
    t.match(refused, { status: 422, body: { code: 'file-type-not-allowed', errors: { name: [String] } } }, name)
  }
  t.match(await call(me, 'PATCH', `/api/rename/${file?.id}`, { name: 'php.txt' }), { status: 200 })
  t.match(await call(me, 'PATCH', `/api/rename/${folder}`, { name: 'x.php' }), { status: 200 }, 'folders hold no code')
})

t.test('A04 types and ids that are not what they seem', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  const id = await seedOneFolder(platform.db, me.ownerId, 'folder')
  const items: unknown[] = [
    ...[
      { id, type: 'file' },
      { id, type: 'user' },
      { id: [id], type: 'folder' },
      { id: { a: 1 }, type: 'folder' },
    ],
    ...[
      { id: 1, type: 'folder' },
      { id: '__proto__', type: 'folder' },
      { id: null, type: 'folder' },
      { type: 'folder' },
      id,
      null,
    ],
    ...[
      { id, type: ['folder'] },
      { id: `${id}\u0000`, type: 'folder' },
      { id: `${id}' or 1=1`, type: 'folder' },
    ],
  ]
  for (const item of items)
    for (const url of ['/api/move', '/api/remove', '/api/trash/restore']) {
      const { status } = await call(me, 'POST', url, { to_id: null, items: [item] })
      if (![404, 422].includes(status)) t.fail(`${url} ${JSON.stringify(item)}: ${status}`)
    }
  for (const given of ['NaN', '__proto__', `${id}x`, '%00', '1']) {
    const { status } = await call(me, 'PATCH', `/api/rename/${given}`, { name: 'x' })
    if (![404, 422].includes(status)) t.fail(`rename ${given}: ${status}`)
  }
  t.equal((await call(me, 'POST', '/api/move', { to_id: null })).status, 422, 'neither items nor a selection')
  const both = { items: [{ id, type: 'folder' }], selection: { view: 'files', parent_id: null, except: [] } }
  t.equal((await call(me, 'POST', '/api/remove', both)).status, 422)
  t.equal(
    (await call(me, 'POST', '/api/move', { items: Array.from({ length: 501 }, () => ({ id, type: 'folder' })) }))
      .status,
    422,
  )
  t.match((await call(me, 'GET', '/api/browse/folders/undefined')).status, 200, 'what is no uuid means the root')
  t.match((await call(me, 'GET', '/api/browse/folders/all?per_page=201')).status, 422)
  t.match((await call(me, 'GET', '/api/browse/folders/all?sort=password_hash')).status, 422)
  const order = async (query: string) => {
    const { status, body } = await call(me, 'GET', `/api/browse/folders/all?${query}`)
    t.equal(status, 200, query)
    return body.data.map(({ data }: { data: { id: string } }) => data.id)
  }
  await call(me, 'POST', '/api/create-folder', { name: 'Aa', parent_id: null })
  await call(me, 'POST', '/api/create-folder', { name: 'Zz', parent_id: null })
  const up = await order('sort=name&direction=asc')
  t.strictSame(await order('sort=NAME&direction=Asc'), up, 'D5: in any case')
  t.strictSame(await order('sort=Name&direction=dEsC'), up.toReversed())
})

t.test('A36 names: bytes counted, controls refused, everything else kept', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  const create = (name: unknown) => call(me, 'POST', '/api/create-folder', { name })
  const kept = [
    ...[
      'CON',
      'NUL.txt',
      'aux',
      'a:b',
      'dots..',
      ' leading and trailing ',
      '.env',
      '...',
      'ä'.repeat(127),
      'x'.repeat(255),
    ],
    ...['👩‍👩‍👧‍👦 family', 'שלום', 'a\u200db', `"'<img src=x onerror=1>`, '%00', '-rf', '~', '日本語', 'a', 'A'],
  ]
  for (const name of kept) {
    const made = await create(name)
    if (made.status !== 201 || made.body.data.attributes.name !== name)
      t.fail(`${JSON.stringify(name)}: ${made.status}`)
  }
  const refused: [string, string][] = [
    ['', 'validation-failed'],
    ['   ', 'name-empty'],
    ['.', 'name-reserved'],
    ['..', 'name-reserved'],
    ['x'.repeat(256), 'name-too-long'],
    ['ä'.repeat(128), 'name-too-long'],
    ...['a/b', 'a\\b', 'a\0b', 'a\nb', '\u202egpj.exe', '\ud800', 'a\u0085b', '../x'].map((name): [string, string] => [
      name,
      'name-forbidden-character',
    ]),
  ]
  for (const [name, code] of refused) {
    const answer = await create(name)
    if (answer.status !== 422 || answer.body.code !== code)
      t.fail(`${JSON.stringify(name)}: ${answer.status} ${answer.body.code}`)
    else if (code !== 'validation-failed' && !answer.body.errors.name[0])
      t.fail(`${JSON.stringify(name)} says no reason`)
  }
  const nfd = await create('u\u0308ber')
  t.equal(nfd.body.data.attributes.name, '\u00fcber', 'stored as NFC')
  t.equal((await platform.db.query('select 1 from items')).length, kept.length + 1)
})

t.test('restricted accounts make no folders', async (t) => {
  const { call, person } = await testStorageHttp(t, { canCreateFolder: async () => ({ allowed: false }) })
  t.match(await call(await person(), 'POST', '/api/create-folder', { name: 'x' }), {
    status: 401,
    body: { type: 'error', code: 'create-folder-restricted', message: 'This user action is not allowed.' },
  })
})
