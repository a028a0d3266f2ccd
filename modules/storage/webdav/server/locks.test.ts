import t from 'tap'
import { createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { davOf, list, sharedPath, to } from '../../../../tests/support/dav.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, putFile } from '../../../../tests/support/shares.ts'
import { setMembers, teamWith } from '../../../../tests/support/teams.ts'

const app = await testApp(t)
const { platform, storage } = app.coffer
const newDrive = async () => {
  const account = await createAccount(app)
  return { account, dav: davOf(app, account) }
}
type Drive = Awaited<ReturnType<typeof newDrive>>

const lockInfo = (scope: string) =>
  `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>`

const lock = async ({ dav }: Drive, path: string, headers = {}, scope = 'exclusive') => {
  const answer = await dav('LOCK', path, { body: lockInfo(scope), headers })
  return { ...answer, token: answer.headers.get('lock-token') ?? '' }
}

t.test('an exclusive lock keeps out who does not send its token, and not the web pages', async (t) => {
  const drive = await newDrive()
  const { account, dav } = drive
  await dav('MKCOL', 'files/A')
  await dav('PUT', 'files/A/x.txt', { body: 'x' })
  const { token, status, text } = await lock(drive, 'files/A/x.txt', { timeout: 'Infinite, Second-4100000000' })
  t.equal(status, 200)
  t.match(text, '<D:timeout>Second-10800</D:timeout>')
  t.match(text, '<D:lockroot><D:href>/dav/files/A/x.txt</D:href></D:lockroot>')
  t.match((await dav('PROPFIND', 'files/A', { headers: { depth: '1' } })).text, token.slice(1, -1))
  for (const [method, path, options] of [
    ['PUT', 'files/A/x.txt', { body: 'y' }],
    ['DELETE', 'files/A/x.txt', {}],
    ['DELETE', 'files/A', {}],
    ['MOVE', 'files/A', to(app, 'files/B')],
    ['LOCK', 'files/A/x.txt', { body: lockInfo('shared') }],
    ['LOCK', 'files/A', { body: lockInfo('exclusive') }],
  ] as const)
    t.match(await dav(method, path, options), { status: 423 }, `${method} ${path}`)
  const sent = { if: `(${token})` }
  t.match(await dav('PUT', 'files/A/x.txt', { body: 'y', headers: sent }), { status: 204 })
  t.match(await dav('PUT', 'files/A/x.txt', { body: 'y', headers: { if: '(<urn:uuid:x>)' } }), { status: 412 })
  t.match(await dav('COPY', 'files/A/x.txt', to(app, 'files/A/y.txt')), { status: 201 })
  t.match(await dav('PUT', 'files/A/y.txt', { body: 'y' }), { status: 204 }, 'a copy has no lock')
  t.match(await dav('LOCK', 'files/A/x.txt', { headers: { ...sent, timeout: 'Second-60' } }), {
    status: 200,
    text: 'Second-60',
  })
  const item = await platform.db.query<{ id: string }>('select id from items where name = $1', ['x.txt'])
  t.match(await account.client.patch(`/api/rename/${item[0]?.id}`, { name: 'z.txt', type: 'file' }), { status: 200 })
  t.match(await dav('UNLOCK', 'files/A/z.txt', { headers: { 'lock-token': '<urn:uuid:x>' } }), { status: 409 })
  t.match(await dav('UNLOCK', 'files/A/z.txt', { headers: { 'lock-token': token } }), { status: 204 })
  t.match(await dav('DELETE', 'files/A'), { status: 204 })
})

t.test('a deep lock on a folder covers what is in it; a flat one only its list', async (t) => {
  const drive = await newDrive()
  const { dav } = drive
  await dav('MKCOL', 'files/A')
  await dav('PUT', 'files/A/x.txt', { body: 'x' })
  const deep = await lock(drive, 'files/A')
  t.match(await dav('PUT', 'files/A/x.txt', { body: 'y' }), { status: 423 })
  t.match(await dav('PUT', 'files/A/new.txt', { body: 'y' }), { status: 423 })
  t.match(await dav('PUT', 'files/A/new.txt', { body: 'y', headers: { if: `</dav/files/A> (${deep.token})` } }), {
    status: 201,
  })
  t.match(await dav('UNLOCK', 'files/A/x.txt', { headers: { 'lock-token': deep.token } }), { status: 204 })
  await lock(drive, 'files/A', { depth: '0' })
  t.match(await dav('PUT', 'files/A/x.txt', { body: 'z' }), { status: 204 })
  t.match(await dav('PUT', 'files/A/other.txt', { body: 'z' }), { status: 423 })
})

t.test('shared locks exclude exclusive ones; a lock on a free name creates an empty file', async (t) => {
  const drive = await newDrive()
  const first = await lock(drive, 'files/new.txt', {}, 'shared')
  t.equal(first.status, 201)
  t.equal((await lock(drive, 'files/new.txt', {}, 'shared')).status, 200)
  t.equal((await lock(drive, 'files/new.txt')).status, 423)
  t.match(await drive.dav('PUT', 'files/new.txt', { body: 'x', headers: { if: `(${first.token})` } }), { status: 204 })
  t.strictSame(await list(drive.dav, 'files'), ['files/', 'files/new.txt'])
})

t.test('locks of an owner bind the members of a team folder, who cannot use their tokens', async (t) => {
  const [owner, member] = [await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Team')
  await owner.dav('MKCOL', 'files/Above')
  const [above] = await platform.db.query<{ id: string }>(
    `select id from items where owner_id = $1 and name = 'Above'`,
    [owner.account.id],
  )
  await owner.account.client.post('/api/move', { to_id: above?.id, items: [{ id: team.id, type: 'folder' }] })
  const { token } = await lock(owner, 'files/Above')
  const shared = sharedPath('Team', owner.account, team)
  const path = `${shared}/x.txt`
  t.match(await member.dav('PUT', path, { body: 'x' }), { status: 423 })
  t.match(
    await member.dav('PUT', path, { body: 'x', headers: { if: `(${token})` } }),
    { status: 423 },
    'it is another’s',
  )
  t.match(await member.dav('UNLOCK', shared, { headers: { 'lock-token': token } }), { status: 403 })
  t.equal((await lock(member, shared)).status, 423, 'two would then exclude each other')
  t.match(
    await owner.dav('PUT', `team-folders/Team%20(${team.id.slice(0, 8)})/x.txt`, { body: 'x' }),
    { status: 423 },
    'by any of its paths',
  )
})

const endings: [string, (owner: Drive, member: Drive, folder: string) => Promise<unknown>, number][] = [
  [
    'may only view now',
    ({ account }, member, folder) => {
      const members = [{ id: member.account.id, permission: 'can_view' as const }]
      return setMembers(account, folder, members)
    },
    403,
  ],
  ['was removed', ({ account }, _member, folder) => setMembers(account, folder, []), 412],
  [
    'is suspended',
    (_owner, member) => app.coffer.users.suspensions.suspend([member.account.id], 'Spam', { actorId: null }),
    401,
  ],
]
for (const [what, end, status] of endings)
  t.test(`the locks of a member who ${what} end`, async (t) => {
    const [owner, member] = [await newDrive(), await newDrive()]
    const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Team')
    const path = sharedPath('Team', owner.account)
    await putFile(owner.account, 'x.txt', 'x', team.id)
    const { token } = await lock(member, path)
    const put = async () => (await owner.dav('PUT', 'team-folders/Team/x.txt', { body: 'y' })).status
    t.equal(await put(), 423)
    await end(owner, member, team.id)
    await eventually(t, put, 204)
    await platform.db.query(
      `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, expires_at)
       values ($1, $2, $3, $4, true, true, now() + interval '1 minute')`,
      [/[0-9a-f-]{36}/.exec(token)?.[0], team.id, owner.account.id, member.account.id],
    )
    t.match(await member.dav('LOCK', path, { headers: { if: `(${token})` } }), { status }, 'none is prolonged')
  })

t.test('the lock of a member ends when the owner moves what it is on out of the team folder', async (t) => {
  const [owner, member] = [await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Team')
  const other = await teamWith(owner.account, [[member.account, 'can_edit']], 'Other')
  const sub = await makeFolder(owner.account, 'Sub', team.id)
  await putFile(owner.account, 'x.txt', 'x', sub)
  await lock(member, `${sharedPath('Team', owner.account)}/Sub/x.txt`)
  const move = async (to_id: string | null) => {
    const moved = await owner.account.client.post('/api/move', { to_id, items: [{ id: sub, type: 'folder' }] })
    t.equal(moved.status, 200)
    await platform.events.settled()
  }
  const put = async (folder: string) => (await owner.dav('PUT', `${folder}/Sub/x.txt`, { body: 'y' })).status
  const { scopes } = storage.api
  const asked = t.capture(scopes, 'ofPrincipal', scopes.ofPrincipal)
  for (const name of ['A', 'B', 'A/C', 'B/D']) await owner.dav('MKCOL', `files/${name}`)
  await owner.dav('MOVE', 'files/A/C', to(app, 'files/B/C'))
  await owner.dav('MOVE', 'files/B/D', to(app, 'files/D'))
  await platform.events.settled()
  t.equal(asked().length, 0, 'what is moved elsewhere concerns no lock')
  await move(other.id)
  t.equal(await put('team-folders/Other'), 423, 'she may write there, too')
  await move(null)
  t.equal(await put('files'), 204)
})

t.test('a member cannot use up the locks of the owner', async (t) => {
  const [owner, member] = [await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Team')
  const path = sharedPath('Team', owner.account)
  await platform.db.query(
    `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, expires_at)
     select gen_random_uuid(), $1, $2, $3, false, false, now() + interval '1 hour' from generate_series(1, 99)`,
    [team.id, owner.account.id, member.account.id],
  )
  t.equal((await lock(member, path, {}, 'shared')).status, 200)
  t.equal((await lock(member, path, {}, 'shared')).status, 507)
  await owner.dav('PUT', 'files/own.txt', { body: 'own' })
  t.equal((await lock(owner, 'files/own.txt')).status, 200)
})

t.test('ended locks and properties of items that are gone are deleted each hour', async (t) => {
  const drive = await newDrive()
  const { account, dav } = drive
  const { db, jobs } = platform
  for (const name of ['a', 'b']) {
    await dav('PUT', `files/${name}`, { body: name })
    await dav('PROPPATCH', `files/${name}`, {
      body: '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x">1</x></prop></set></propertyupdate>',
    })
    await lock(drive, `files/${name}`)
  }
  await db.query(`update webdav_locks set expires_at = now() - interval '1 second' where owner_id = $1`, [account.id])
  t.match(await dav('DELETE', 'files/a'), { status: 204 }, 'it has ended')
  const scope = {
    root: null,
    ownerId: account.id,
    actor: { userId: account.id, key: 'x' },
    permission: 'owner' as const,
  }
  await storage.api.trash.dump(scope)
  const count = async (table: string) =>
    (await db.query(`select 1 from ${table} where owner_id = $1`, [account.id])).length
  t.equal(await count('webdav_locks'), 2)
  await jobs.runNow('cleanup-webdav')
  t.strictSame([await count('webdav_locks'), await count('webdav_properties')], [0, 1])
})

t.test('a lock that was given while the clock was ahead binds no one when it is right again', async (t) => {
  const drive = await newDrive()
  const { account, dav } = drive
  await dav('PUT', 'files/a', { body: 'a' })
  await lock(drive, 'files/a')
  await platform.db.query(`update webdav_locks set expires_at = now() + interval '1 month' where owner_id = $1`, [
    account.id,
  ])
  t.match(await dav('PUT', 'files/a', { body: 'b' }), { status: 204 })
  await platform.jobs.runNow('cleanup-webdav')
  t.strictSame(await platform.db.query('select 1 from webdav_locks where owner_id = $1', [account.id]), [])
})

t.test('a member who replaces a file whose content goes to the trash keeps the lock on its name', async (t) => {
  const [owner, member] = [await newDrive(), await newDrive()]
  const team = await teamWith(owner.account, [[member.account, 'can_edit']], 'Team')
  await platform.settings.set({ versions_max: 0 })
  t.teardown(() => platform.settings.set({ versions_max: 50 }))
  await putFile(owner.account, 'x.txt', 'x', team.id)
  const path = `${sharedPath('Team', owner.account)}/x.txt`
  const headers = { if: `(${(await lock(member, path)).token})` }
  for (const body of ['y', 'z']) t.match(await member.dav('PUT', path, { body, headers }), { status: 204 }, body)
  t.match(await owner.dav('PUT', 'team-folders/Team/x.txt', { body: 'x' }), { status: 423 })
})
