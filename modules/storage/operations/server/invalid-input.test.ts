import t from 'tap'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../tests/support/storage.ts'

t.test('A31 rename: rejects names of blacklisted types', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  await platform.settings.set({ mimetypes_blacklist: ['php'] })
  const folder = await seedOneFolder(platform.db, me.ownerId, 'folder')
  await seedFolder(platform.db, me.ownerId, 1)
  const [file] = await platform.db.query<{ id: string }>('select id from items where not is_folder')
  for (const name of ['x.PHP', 'x.php.', 'x.php.jpg', 'x.php::$DATA']) {
    const rejected = await call(me, 'PATCH', `/api/rename/${file?.id}`, { name })
    t.match(rejected, { status: 422, body: { code: 'file-type-not-allowed', errors: { name: [String] } } }, name)
  }
  t.match(await call(me, 'PATCH', `/api/rename/${file?.id}`, { name: 'php.txt' }), { status: 200 })
  t.match(await call(me, 'PATCH', `/api/rename/${folder}`, { name: 'x.php' }), { status: 200 }, 'folders have no type')
})

t.test('A04 item routes: wrong types and malformed ids are rejected', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  const id = await seedOneFolder(platform.db, me.ownerId, 'folder')
  const items: unknown[] = [
    { id, type: 'file' },
    { id, type: 'user' },
    { id: [id], type: 'folder' },
    { id: { a: 1 }, type: 'folder' },
    { id: 1, type: 'folder' },
    { id: '__proto__', type: 'folder' },
    { id: null, type: 'folder' },
    { type: 'folder' },
    id,
    null,
    { id, type: ['folder'] },
    { id: `${id}\u0000`, type: 'folder' },
    { id: `${id}' or 1=1`, type: 'folder' },
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
  t.match(
    (await call(me, 'GET', '/api/browse/folders/undefined')).status,
    200,
    'an id that is not a uuid means the root',
  )
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
  t.strictSame(await order('sort=NAME&direction=Asc'), up, 'D5: case is ignored')
  t.strictSame(await order('sort=Name&direction=dEsC'), up.toReversed())
})

t.test('A36 names: limits bytes, rejects control characters, keeps everything else', async (t) => {
  const { call, person, platform } = await testStorageHttp(t)
  const me = await person()
  const create = (name: unknown) => call(me, 'POST', '/api/create-folder', { name })
  const valid = [
    'CON',
    'NUL.txt',
    'aux',
    'a:b',
    'dots..',
    '.env',
    '...',
    'ä'.repeat(127),
    'x'.repeat(255),
    '👩‍👩‍👧‍👦 family',
    'שלום',
    'a\u200db',
    `"'<img src=x onerror=1>`,
    '%00',
    '-rf',
    '~',
    '日本語',
    'a',
    'A',
  ]
  for (const name of valid) {
    const made = await create(name)
    if (made.status !== 201 || made.body.data.attributes.name !== name)
      t.fail(`${JSON.stringify(name)}: ${made.status}`)
  }
  const invalid: [string, string][] = [
    ['', 'validation-failed'],
    ['   ', 'name-empty'],
    ['.', 'name-reserved'],
    ['..', 'name-reserved'],
    ['x'.repeat(256), 'name-too-long'],
    ['ä'.repeat(128), 'name-too-long'],
    ...['a/b', 'a\\b', 'a\0b', 'a\nb', '\u202egpj.exe', 'a\u061cb', '\ud800', 'a\u0085b', '../x'].map(
      (name): [string, string] => [name, 'name-forbidden-character'],
    ),
  ]
  for (const [name, code] of invalid) {
    const answer = await create(name)
    if (answer.status !== 422 || answer.body.code !== code)
      t.fail(`${JSON.stringify(name)}: ${answer.status} ${answer.body.code}`)
    else if (code !== 'validation-failed' && !answer.body.errors.name[0])
      t.fail(`${JSON.stringify(name)} has no reason`)
  }
  t.equal((await create(' typed ')).body.data.attributes.name, 'typed', 'outer spaces are left out')
  const nfd = await create('u\u0308ber')
  t.equal(nfd.body.data.attributes.name, '\u00fcber', 'stored as NFC')
  t.equal((await platform.db.query('select 1 from items')).length, valid.length + 2)
})

t.test('create folder: 401 for restricted accounts', async (t) => {
  const { call, person } = await testStorageHttp(t, { canCreateFolder: async () => ({ allowed: false }) })
  t.match(await call(await person(), 'POST', '/api/create-folder', { name: 'x' }), {
    status: 401,
    body: { type: 'error', code: 'create-folder-restricted', message: 'This user action is not allowed.' },
  })
})
