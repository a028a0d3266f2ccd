import t, { type Test } from 'tap'
import { createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { type Dav, type DavOptions, davOf, list, to } from '../../../../tests/support/dav.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const { folders, operations, relocation, removals, uploads } = app.coffer.storage.api
const newDrive = async () => {
  const account = await createAccount(app)
  return { account, dav: davOf(app, account) }
}

/** Lets something happen after the checks of the next call and before its change. */
const before = (t: Test, [service, method]: [object, string], act: () => Promise<unknown>) => {
  const services = service as Record<string, (...args: unknown[]) => unknown>
  const original = services[method]
  let hasActed = false
  t.capture(services, method, async (...args: unknown[]) => {
    if (!hasActed) {
      hasActed = true
      await act()
    }
    return original?.apply(service, args)
  })
}

type Call = Parameters<Dav>

const lockInfo =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>other</owner></lockinfo>'

t.test('LOCK on a name that has just been taken locks the file that has it, whose content stays', async (t) => {
  const { account, dav } = await newDrive()
  before(t, [uploads, 'chunk'], () => dav('PUT', 'files/r.docx', { body: 'report' }))
  t.match(await dav('LOCK', 'files/r.docx', { body: lockInfo }), { status: 200 })
  t.match(await dav('PUT', 'files/r.docx', { body: 'x' }), { status: 423 })
  t.equal((await dav('GET', 'files/r.docx')).text, 'report')
  await db.query(
    `insert into webdav_locks (token, item_id, owner_id, user_id, is_exclusive, is_deep, expires_at)
     select gen_random_uuid(), gen_random_uuid(), $1, $1, true, false, now() + interval '1 hour' from generate_series(1, 500)`,
    [account.id],
  )
  t.match(await dav('LOCK', 'files/new.docx', { body: lockInfo }), { status: 507 })
  t.strictSame(await list(dav, 'files'), ['files/', 'files/r.docx'], 'what is not locked is not created')
})

t.test('a lock that is given while a change is on its way rejects the change', async (t) => {
  const property = '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x">1</x></prop></set></propertyupdate>'
  const cases: { method: string; call: [object, string]; options?: DavOptions; locked?: string }[] = [
    { method: 'PUT', call: [uploads, 'chunk'], options: { body: 'y' } },
    { method: 'DELETE', call: [removals, 'remove'] },
    { method: 'MOVE', call: [relocation, 'relocate'], options: to(app, 'files/A/y') },
    { method: 'MOVE', call: [relocation, 'relocate'], options: to(app, 'files/A/z'), locked: 'z' },
    { method: 'COPY', call: [relocation, 'relocate'], options: to(app, 'files/A/z'), locked: 'z' },
    { method: 'PROPPATCH', call: [db, 'transaction'], options: { body: property } },
    { method: 'MKCOL', call: [folders, 'allowCreation'], locked: '' },
  ]
  for (const { method, call, options = {}, locked = 'x' } of cases)
    await t.test(`${method} of what is locked: ${locked || 'the folder'}`, async (t) => {
      const { dav } = await newDrive()
      await dav('MKCOL', 'files/A')
      for (const name of ['x', 'z']) await dav('PUT', `files/A/${name}`, { body: name })
      const paths = await list(dav, 'files/A')
      before(t, call, () => dav('LOCK', `files/A/${locked}`, { body: lockInfo }))
      t.match(await dav(method, method === 'MKCOL' ? 'files/A/new' : 'files/A/x', options), { status: 423 })
      t.strictSame(await list(dav, 'files/A'), paths)
      t.equal((await dav('GET', 'files/A/x')).text, 'x')
      t.equal((await dav('GET', 'files/A/z')).text, 'z')
      t.notMatch((await dav('PROPFIND', 'files/A/x', { headers: { depth: '0' } })).text, 'urn:x')
    })
})

t.test('PUT: content that changes while a body is received does not have the ETag of `If` any more', async (t) => {
  const { dav } = await newDrive()
  const etag = (await dav('PUT', 'files/x', { body: 'x' })).headers.get('etag')
  before(t, [uploads, 'chunk'], () => dav('PUT', 'files/x', { body: 'theirs' }))
  t.match(await dav('PUT', 'files/x', { body: 'mine', headers: { if: `([${etag}])` } }), { status: 412 })
  t.equal((await dav('GET', 'files/x')).text, 'theirs')
})

t.test('a name that is taken meanwhile is never reported as given', async (t) => {
  const cases: { title: string; call: [object, string]; change: Call; act: Call; status: number; left: string[] }[] = [
    {
      title: 'MOVE to a name that was free',
      call: [relocation, 'relocate'],
      change: ['MOVE', 'files/a', to(app, 'files/new')],
      act: ['PUT', 'files/new', { body: 'new' }],
      status: 412,
      left: ['a', 'b', 'new'],
    },
    {
      title: 'MOVE in place of a file that has left the name',
      call: [relocation, 'relocate'],
      change: ['MOVE', 'files/a', to(app, 'files/b')],
      act: ['MOVE', 'files/b', to(app, 'files/keep')],
      status: 204,
      left: ['b', 'keep'],
    },
    {
      title: 'PUT where a folder appears',
      call: [uploads, 'chunk'],
      change: ['PUT', 'files/new', { body: 'new' }],
      act: ['MKCOL', 'files/new'],
      status: 405,
      left: ['new/', 'a', 'b'],
    },
    {
      title: 'MKCOL where a file appears',
      call: [folders, 'allowCreation'],
      change: ['MKCOL', 'files/new'],
      act: ['PUT', 'files/new', { body: 'new' }],
      status: 405,
      left: ['a', 'b', 'new'],
    },
  ]
  for (const { title, call, change, act, status, left } of cases)
    await t.test(title, async (t) => {
      const { dav } = await newDrive()
      for (const name of ['a', 'b']) await dav('PUT', `files/${name}`, { body: name })
      before(t, call, () => dav(...act))
      t.match(await dav(...change), { status })
      t.strictSame(await list(dav, 'files'), ['files/', ...left.map((name) => `files/${name}`)])
    })
})

t.test('COPY: a large one that fails replaces nothing', async (t) => {
  const { account, dav } = await newDrive()
  const folder = await seedOneFolder(db, account.id, 'Many')
  await seedFolder(db, account.id, 600, { parent: folder, folders: 1 })
  await dav('MKCOL', 'files/Target')
  await dav('PUT', 'files/Target/old.txt', { body: 'old' })
  const { find } = operations
  t.capture(operations, 'find', async (...args: Parameters<typeof find>) => {
    const operation = await find.apply(operations, args)
    return { ...operation, state: 'failed' as const }
  })
  t.match(await dav('COPY', 'files/Many', to(app, 'files/Target')), { status: 500 })
  t.strictSame(await list(dav, 'files'), ['files/', 'files/Many/', 'files/Target/'])
  t.strictSame(await list(dav, 'files/Target'), ['files/Target/', 'files/Target/old.txt'])
})
