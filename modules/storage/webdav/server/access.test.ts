import t from 'tap'
import { confirmPassword, createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { basic, davOf, list, sharedPath, to } from '../../../../tests/support/dav.ts'
import { putFile } from '../../../../tests/support/shares.ts'
import { setMembers, teamWith } from '../../../../tests/support/teams.ts'

const app = await testApp(t)
const { users, platform } = app.coffer
const newDrive = async () => {
  const account = await createAccount(app)
  return { account, dav: davOf(app, account) }
}

t.test('A73: a drive takes a token with the email of its account, and nothing else', async (t) => {
  const [{ account, dav }, other] = [await newDrive(), await newDrive()]
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${app.url}/dav/files/`, { method: 'PROPFIND', headers: { depth: '0', ...headers } })).status
  t.match(await dav('PROPFIND', 'files/', { headers: { depth: '0' } }), { status: 207 })
  t.equal(await statusWith({ authorization: basic(account.email.toUpperCase(), account.token) }), 207)
  t.equal(await statusWith({ authorization: `Bearer ${account.token}` }), 207)
  for (const [name, password] of [
    [account.email, account.password],
    [account.email, ''],
    [other.account.email, account.token],
    ['', account.token],
  ])
    t.equal(await statusWith({ authorization: basic(name as string, password as string) }), 401, name as string)
  const cookie = account.client.cookieHeader()
  t.equal(await statusWith({ cookie }), 401)
  const rejected = await fetch(`${app.url}/dav/`, { method: 'OPTIONS' })
  t.match(rejected.headers.get('www-authenticate'), /^Basic realm="Coffer"/)
  const api = await fetch(`${app.url}/api/user`, { headers: { authorization: basic(account.email, account.token) } })
  t.match([api.status, api.headers.get('www-authenticate')], [401, null], 'the API takes no user names')
})

t.test('A73: wrong tokens are limited, by network', async (t) => {
  const headers = { authorization: basic('a@example.org', 'coffer_wrong'), 'x-forwarded-for': '203.0.113.7' }
  const statuses = new Set<number>()
  for (let n = 0; n < 130 && !statuses.has(429); n++)
    statuses.add((await fetch(`${app.url}/dav/`, { method: 'OPTIONS', headers })).status)
  t.strictSame([...statuses], [401, 429])
})

t.test(
  'A73: a token that may only read changes nothing; an ended one and a suspended account open nothing',
  async (t) => {
    const { account, dav } = await newDrive()
    await dav('PUT', 'files/x.txt', { body: 'x' })
    await confirmPassword(account)
    const made = await account.client.post<{ plainTextToken: string; token: { id: string } }>('/api/user/tokens', {
      name: 'reader',
      scopes: ['read'],
    })
    const reader = davOf(app, { email: account.email, token: made.body.plainTextToken })
    t.match(await reader('GET', 'files/x.txt'), { status: 200, text: 'x' })
    for (const method of ['PUT', 'DELETE', 'MKCOL', 'PROPPATCH', 'LOCK', 'UNLOCK', 'POST'])
      t.match(await reader(method, 'files/x.txt'), { status: 403, text: 'scope-missing' }, method)
    for (const method of ['COPY', 'MOVE'])
      t.match(await reader(method, 'files/x.txt', to(app, 'files/y.txt')), { status: 403 }, method)
    const tokens = await account.client.get<{ data: { id: string; attributes: { name: string } }[] }>(
      '/api/user/tokens',
    )
    t.ok(tokens.status < 500)
    await users.suspensions.suspend([account.id], 'Spam', { actorId: null })
    t.match(await dav('GET', 'files/x.txt'), { status: 401 })
  },
)

t.test('A01: files of others are nowhere, whatever path is asked for', async (t) => {
  const [{ account, dav }, other] = [await newDrive(), await newDrive()]
  const item = await putFile(account, 'secret.txt', 'secret')
  t.match(await dav('GET', 'files/secret.txt'), { status: 200 })
  for (const path of ['files/secret.txt', `files/${item.id}`, `${account.id}/secret.txt`, 'shared-with-me/secret.txt'])
    t.match(await other.dav('GET', path), { status: 404 }, path)
  t.strictSame(await list(other.dav, 'files'), ['files/'])
})

t.test('A05: members of a team folder do in it what they may, and nothing above it', async (t) => {
  const [owner, member, second] = [await newDrive(), await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_view']], 'Project')
  await teamWith(second.account, [[member.account, 'can_view']], 'Project')
  await putFile(owner.account, 'plan.txt', 'plan', team.id)
  t.strictSame(await list(owner.dav, 'team-folders'), ['team-folders/', 'team-folders/Project/'])
  t.strictSame(await list(owner.dav, 'team-folders/Project'), [
    'team-folders/Project/',
    'team-folders/Project/plan.txt',
  ])
  const path = sharedPath('Project', owner.account)
  const both = await list(member.dav, 'shared-with-me')
  t.strictSame(both.sort(), ['shared-with-me/', `${path}/`, `${sharedPath('Project', second.account)}/`].sort())
  t.strictSame(await list(member.dav, path), [`${path}/`, `${path}/plan.txt`])
  t.match(await member.dav('GET', `${path}/plan.txt`), { status: 200, text: 'plan' })
  for (const [method, below, options] of [
    ['PUT', '/new.txt', { body: 'x' }],
    ['PUT', '/plan.txt', { body: 'x' }],
    ['MKCOL', '/new', {}],
    ['DELETE', '/plan.txt', {}],
    ['MOVE', '/plan.txt', to(app, `${path}/other.txt`)],
    ['COPY', '/plan.txt', to(app, `${path}/other.txt`)],
    [
      'LOCK',
      '/plan.txt',
      { body: '<lockinfo xmlns="DAV:"><lockscope><shared/></lockscope><locktype><write/></locktype></lockinfo>' },
    ],
    [
      'PROPPATCH',
      '/plan.txt',
      { body: '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x">1</x></prop></set></propertyupdate>' },
    ],
  ] as const)
    t.match(await member.dav(method, path + below, options), { status: 403 }, method)
  const quota = { headers: { depth: '0' }, body: '<propfind xmlns="DAV:"><prop><quota-used-bytes/></prop></propfind>' }
  t.match((await owner.dav('PROPFIND', 'team-folders/Project', quota)).text, '<D:quota-used-bytes>4<')
  t.match((await member.dav('PROPFIND', path, quota)).text, '404 Not Found', 'usage of the owner is not for members')
  await setMembers(owner.account, team.id, [{ id: member.account.id, permission: 'can_edit' }])
  t.match(await member.dav('PUT', `${path}/new.txt`, { body: 'new' }), { status: 201 })
  t.match(
    await member.dav('MOVE', `${path}/new.txt`, to(app, 'files/new.txt')),
    { status: 403 },
    'content stays with its owner',
  )
  t.match(await member.dav('COPY', `${path}/new.txt`, to(app, 'files/new.txt')), { status: 403 })
  t.match(await member.dav('DELETE', path), { status: 403 })
  t.match(await member.dav('MKCOL', 'shared-with-me/Own'), { status: 409 })
  t.match(await owner.dav('GET', 'team-folders/Project/new.txt'), { text: 'new' })
  await setMembers(owner.account, team.id, [])
  t.match(await member.dav('GET', `${path}/new.txt`), { status: 404 })
})

t.test(
  'A05: a team folder is not among the files of its owner, where a program could replace or remove it',
  async (t) => {
    const [{ account, dav }, member] = [await newDrive(), await newDrive()]
    const team = await teamWith(account, [[member.account, 'can_view']], 'Project')
    await dav('MKCOL', 'files/Above')
    await dav('PUT', 'files/private.txt', { body: 'private' })
    t.strictSame(await list(dav, 'files'), ['files/', 'files/Above/', 'files/private.txt'])
    for (const [method, path, options, status] of [
      ['PROPFIND', 'files/Project', { headers: { depth: '0' } }, 404],
      ['DELETE', 'files/Project', {}, 404],
      ['MOVE', 'files/Project', to(app, 'files/Other'), 404],
      ['MKCOL', 'files/Project', {}, 409],
      ['PUT', 'files/Project', { body: 'x' }, 409],
      ['PUT', 'files/Project/x.txt', { body: 'x' }, 409],
      ['MOVE', 'files/private.txt', to(app, 'files/Project'), 409],
      ['COPY', 'files/Above', to(app, 'files/Project'), 409],
    ] as const)
      t.match(await dav(method, path, options), { status }, `${method} ${path}`)
    const shared = sharedPath('Project', account)
    t.strictSame(await list(member.dav, shared), [`${shared}/`])
    const folder = await app.coffer.platform.db.query<{ id: string }>(
      `select id from items where owner_id = $1 and name = 'Above'`,
      [account.id],
    )
    await account.client.post('/api/move', { to_id: folder[0]?.id, items: [{ id: team.id, type: 'folder' }] })
    t.strictSame(
      await list(dav, 'files/Above'),
      ['files/Above/', 'files/Above/Project/'],
      'within folders it is listed',
    )
    t.match(await dav('MOVE', 'files/Above/Project', to(app, 'files/Plans')), { status: 403 })
    t.match(await dav('MOVE', 'files/Above/Project', to(app, 'files/Above/Plans')), { status: 201 })
  },
)

t.test(
  'A05: a path to a shared folder never leads to another one, whatever is shared, renamed or removed',
  async (t) => {
    const [ann, bob, member] = [await newDrive(), await newDrive(), await newDrive()]
    const team = await teamWith(ann.account, [[member.account, 'can_edit']], 'Project')
    await putFile(ann.account, 'whose.txt', 'ann', team.id)
    const path = sharedPath('Project', ann.account)
    const whose = async () => {
      const { status, text } = await member.dav('GET', `${path}/whose.txt`)
      return status === 200 ? text : status
    }
    for (const first of ['Misc', 'Other', 'More', 'Last']) {
      const other = await teamWith(bob.account, [[member.account, 'can_edit']], first)
      await putFile(bob.account, 'whose.txt', 'bob', other.id)
      for (const name of ['Project', `Project (${ann.account.email})`])
        await bob.account.client.patch(`/api/rename/${other.id}`, { name, type: 'folder' })
      t.equal(await whose(), 'ann', first)
    }
    t.equal(new Set(await list(member.dav, 'shared-with-me')).size, 6, 'each folder has a path of its own')
    const items = [{ id: team.id, type: 'folder' }]
    await ann.account.client.post('/api/remove', { items })
    t.equal(await whose(), 404, 'in the trash')
    t.match(await member.dav('PUT', `${path}/new.txt`, { body: 'new' }), { status: 409 })
    await ann.account.client.post('/api/trash/restore', { items })
    t.equal(await whose(), 'ann')
    await ann.dav('MKCOL', 'files/Above')
    const [above] = await platform.db.query<{ id: string }>(
      `select id from items where owner_id = $1 and name = 'Above'`,
      [ann.account.id],
    )
    await ann.account.client.post('/api/move', { to_id: above?.id, items })
    t.equal(await whose(), 404, 'within a folder, where names are not unique')
    t.match(await member.dav('GET', `${sharedPath('Project', ann.account, team)}/whose.txt`), { text: 'ann' })
    await teamWith(ann.account, [[member.account, 'can_view']], 'Project')
    const moved = `team-folders/Project%20(${team.id.slice(0, 8)})/`
    t.strictSame((await list(ann.dav, 'team-folders')).sort(), ['team-folders/', moved, 'team-folders/Project/'])
  },
)

t.test('what an editor is not permitted changes nothing of it: properties with a time, copies', async (t) => {
  const [owner, member] = [await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Project')
  await putFile(owner.account, 'x.txt', 'x', team.id)
  const body =
    '<D:propertyupdate xmlns:D="DAV:" xmlns:m="urn:schemas-microsoft-com:" xmlns:y="urn:y"><D:set><D:prop><y:own>1</y:own><m:Win32LastModifiedTime>Mon, 03 Feb 2020 04:05:06 GMT</m:Win32LastModifiedTime></D:prop></D:set></D:propertyupdate>'
  const path = sharedPath('Project', owner.account)
  t.match(await member.dav('PROPPATCH', path, { body }), { status: 403 })
  t.notMatch((await member.dav('PROPFIND', path, { headers: { depth: '0' } })).text, 'urn:y')
  await platform.settings.set({ mimetypes_blacklist: ['php'] })
  t.teardown(() => platform.settings.set({ mimetypes_blacklist: [] }))
  t.match(await member.dav('COPY', `${path}/x.txt`, to(app, `${path}/x.php`)), { status: 422 })
  const trash = await owner.account.client.get<{ data: unknown[] }>('/api/browse/trash/all')
  t.strictSame(trash.body.data, [], 'nothing in the trash of the owner')
})

t.test('limits of the product: quota, blacklist and size of a file', async (t) => {
  const { account, dav } = await newDrive()
  const { settings } = platform
  await dav('PUT', 'files/old.php', { body: 'old' })
  await settings.set({ mimetypes_blacklist: ['php'], upload_limit: 1 })
  t.match(await dav('PUT', 'files/x.php', { body: 'x' }), { status: 422, text: 'file-type-not-allowed' })
  t.match(await dav('PUT', 'files/x.txt', { body: 'x' }), { status: 201 })
  t.match(await dav('MOVE', 'files/x.txt', to(app, 'files/x.php')), { status: 422 })
  t.match(await dav('MOVE', 'files/x.txt', to(app, 'files/old.php')), { status: 422 })
  t.match(await dav('COPY', 'files/x.txt', to(app, 'files/old.php')), { status: 422 })
  t.match(await dav('COPY', 'files/x.txt', to(app, 'files/y.php')), { status: 422 })
  t.strictSame(
    await list(dav, 'files'),
    ['files/', 'files/old.php', 'files/x.txt'],
    'what is rejected replaces nothing and leaves nothing',
  )
  t.match(await dav('PUT', 'files/big.bin', { body: Buffer.alloc(1_100_000) }), { status: 413 })
  await settings.set({ mimetypes_blacklist: [], upload_limit: 0 })
  t.capture(app.coffer.billing.entitlements, 'canUpload', async () => ({ allowed: true, limit: 7 }))
  app.coffer.storage.api.uploads.permissionsChanged(account.id)
  t.match(await dav('PUT', 'files/more.txt', { body: 'more' }), { status: 507, text: 'quota-not-exceeded' })
  t.match(
    (
      await dav('PROPFIND', 'files/', {
        headers: { depth: '0' },
        body: '<propfind xmlns="DAV:"><prop><quota-available-bytes/></prop></propfind>',
      })
    ).text,
    '>3<',
  )
})
