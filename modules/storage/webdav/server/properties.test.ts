import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { createAccount } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { davOf, hrefsIn, list, to } from '../../../../tests/support/dav.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { putFile } from '../../../../tests/support/shares.ts'
import { parseXml } from './xml.ts'

const app = await testApp(t)
const newDrive = async () => {
  const account = await createAccount(app)
  return { account, dav: davOf(app, account) }
}

t.test('a drive begins with its collections, and shows files with their size, time and ETag', async (t) => {
  const { account, dav } = await newDrive()
  t.strictSame(await list(dav, ''), ['', 'files/', 'team-folders/', 'shared-with-me/'])
  const item = await putFile(account, 'a & b <1>#%.txt', 'hello', null, { mtime: '2020-02-03T04:05:06Z' })
  t.strictSame(await list(dav, 'files'), ['files/', 'files/a%20%26%20b%20%3C1%3E%23%25.txt'])
  const { status, text, headers } = await dav('PROPFIND', 'files/', { headers: { depth: '1' } })
  t.equal(status, 207)
  t.match(headers.get('content-type'), 'application/xml')
  t.equal(headers.get('content-encoding'), null)
  t.match(text, '<D:getcontentlength>5</D:getcontentlength>')
  t.match(text, '<D:getlastmodified>Mon, 03 Feb 2020 04:05:06 GMT</D:getlastmodified>')
  t.match(text, '<D:displayname>a &amp; b &lt;1&gt;#%.txt</D:displayname>')
  t.match(text, `<D:getetag>${(item.attributes.etag as string).replaceAll('"', '&quot;')}</D:getetag>`)
  t.match((await dav('OPTIONS', 'files/')).headers.get('dav'), '1, 2')
})

t.test('PROPFIND: named properties, quota, names only, and no infinite depth', async (t) => {
  const { dav } = await newDrive()
  await dav('PUT', 'files/one.txt', { body: 'one' })
  const ask = (path: string, inner: string, depth = '0') =>
    dav('PROPFIND', path, { headers: { depth }, body: `<propfind xmlns="DAV:" xmlns:y="urn:y">${inner}</propfind>` })
  const named = await ask('files/', '<prop><quota-used-bytes/><getetag/><y:none/></prop>')
  t.match(named.text, '<D:quota-used-bytes>3</D:quota-used-bytes>')
  t.match(named.text, /<D:prop><D:getetag\/><x:none xmlns:x="urn:y"\/><\/D:prop><D:status>HTTP\/1.1 404/)
  for (const path of ['', 'team-folders/'])
    t.match((await ask(path, '<prop><quota-used-bytes/></prop>')).text, '>3<', `usage at /dav/${path}`)
  t.match((await ask('shared-with-me/', '<prop><quota-used-bytes/></prop>')).text, '404 Not Found')
  t.match((await ask('files/one.txt', '<propname/>')).text, '<D:getetag/>')
  t.match(await ask('files/', '<allprop/>', 'infinity'), { status: 403, text: 'propfind-finite-depth' })
  t.match(await ask('files/one.txt', '<allprop/>', 'infinity'), { status: 207 })
  t.match(await ask('files/two.txt', '<allprop/>'), { status: 404 })
  t.match(await ask('files/', '<nothing/>'), { status: 400 })
})

t.test('PROPPATCH: keeps properties, sets the time, and changes all or nothing', async (t) => {
  const { account, dav } = await newDrive()
  await dav('PUT', 'files/x.txt', { body: 'x' })
  const patch = (set: string) =>
    dav('PROPPATCH', 'files/x.txt', {
      body: `<D:propertyupdate xmlns:D="DAV:" xmlns:m="urn:schemas-microsoft-com:" xmlns:y="urn:y"><D:set><D:prop>${set}</D:prop></D:set></D:propertyupdate>`,
    })
  const all = async () => (await dav('PROPFIND', 'files/x.txt', { headers: { depth: '0' } })).text
  await patch('<y:note y:of="&lt;me>">a &amp; <y:b>b</y:b></y:note>')
  t.match(
    await all(),
    '<x:note xmlns:x="urn:y" xmlns:a0="urn:y" a0:of="&lt;me&gt;">a &amp; <x:b xmlns:x="urn:y">b</x:b></x:note>',
  )
  t.match(
    (await patch('<m:Win32LastModifiedTime>Mon, 03 Feb 2020 04:05:06 GMT</m:Win32LastModifiedTime>')).text,
    '200 OK',
  )
  t.match(await all(), '<D:getlastmodified>Mon, 03 Feb 2020 04:05:06 GMT</D:getlastmodified>')
  const mixed = await patch('<y:other>1</y:other><D:getetag>x</D:getetag>')
  t.match(mixed.text, /424 Failed Dependency.*403 Forbidden/)
  t.notMatch(await all(), 'other')
  t.match((await patch(`<y:long>${'x'.repeat(20_000)}</y:long>`)).text, '507')
  t.match(await dav('COPY', 'files/x.txt', to(app, 'files/y.txt')), { status: 201 })
  const ofCopy = async () => (await dav('PROPFIND', 'files/y.txt', { headers: { depth: '0' } })).text
  t.match(await ofCopy(), 'urn:y', 'a copy keeps them')
  await patch('<y:note>new</y:note>')
  t.match(await dav('COPY', 'files/x.txt', to(app, 'files/y.txt')), { status: 204 })
  t.match(await ofCopy(), '>new</x:note>', 'in place of the former ones')
  await app.coffer.platform.db.query(
    `insert into webdav_properties (item_id, namespace, name, owner_id, value)
     select gen_random_uuid(), 'urn:y', 'y', $1, '' from generate_series(1, 19960)`,
    [account.id],
  )
  t.match(await dav('COPY', 'files/x.txt', to(app, 'files/z.txt')), { status: 201 })
  const full = (await dav('PROPFIND', 'files/z.txt', { headers: { depth: '0' } })).text
  t.notMatch(full, 'urn:y', 'not beyond the limit of the account')
})

t.test('elements in the namespaces of XML itself leave every answer well-formed', async (t) => {
  const { dav } = await newDrive()
  await dav('PUT', 'files/x.txt', { body: 'x' })
  const update = (element: string) =>
    `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${element}</D:prop></D:set></D:propertyupdate>`
  const scope = '<D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>'
  const info = `<D:lockinfo xmlns:D="DAV:">${scope}<D:owner><xml:me xml:lang="en">me</xml:me></D:owner></D:lockinfo>`
  const answers = [
    await dav('PROPPATCH', 'files/x.txt', { body: update('<xml:foo><xml:bar/></xml:foo>') }),
    await dav('LOCK', 'files/x.txt', { body: info }),
    await dav('PROPFIND', 'files/', { headers: { depth: '1' } }),
    await dav('PROPFIND', 'files/', {
      headers: { depth: '1' },
      body: '<D:propfind xmlns:D="DAV:"><D:prop><xml:foo/><xml:none/></D:prop></D:propfind>',
    }),
  ]
  for (const { status, text } of answers) {
    t.ok(status < 300, text)
    t.doesNotThrow(() => parseXml(text), text)
  }
  t.match(answers[2]?.text, '<xml:foo><xml:bar/></xml:foo>')
  t.match(await dav('PROPPATCH', 'files/x.txt', { body: update('<xmlns:foo/>') }), { status: 400 })
})

t.test('paths: however they are spelled, they name one thing or nothing', async (t) => {
  const { dav } = await newDrive()
  await dav('PUT', `files/${encodeURIComponent('é'.normalize('NFD'))}.txt`, { body: 'x' })
  t.match(await dav('HEAD', `files//${encodeURIComponent('é'.normalize('NFC'))}.txt/`), { status: 200 })
  for (const path of ['files/a%2Fb', 'files/%2e%2e%2fx', 'files/%00', 'files/%', 'files/%ff'])
    t.match(await dav('PUT', path, { body: 'x' }), { status: 400 }, path)
  t.match(await dav('PUT', 'files/a%5Cb', { body: 'x' }), { status: 422, text: 'name-forbidden-character' })
  // One that is rejected ends a copy in Finder, and keeps rclone from deleting anything.
  for (const path of ['files/.DS_Store', 'files/._photo.jpg'])
    t.match(await dav('PUT', path, { body: 'x' }), { status: 201 }, path)
  t.match(await dav('GET', 'elsewhere/x'), { status: 404 })
  const rejected = await dav('POST', 'files/')
  t.match([rejected.status, rejected.headers.get('allow')], [405, 'OPTIONS, PROPFIND'])
  t.strictSame(hrefsIn(await dav('PROPFIND', 'files/', { headers: { depth: '0' } })), ['files/'])
})

const isInstalled = spawnSync('litmus', ['--version']).error === undefined

t.test(
  'litmus: all of its suites pass',
  { skip: !isInstalled && 'litmus is not installed', timeout: 240_000 },
  async (t) => {
    const { email, token } = await createAccount(app)
    // It exits with 1 after a failure, and writes its logs where it runs.
    const run = promisify(execFile)('litmus', ['-k', `${app.url}/dav/files/`, email, token], { cwd: testFolder(t) })
    const { stdout: output } = await run.catch((error: { stdout: string }) => error)
    const suites = [...output.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed, (\d+) failed/g)]
    t.strictSame(
      suites.map(([, name]) => name),
      ['basic', 'copymove', 'props', 'locks', 'http'],
    )
    for (const [line, , , , failed] of suites) t.equal(failed, '0', line)
    t.notMatch(output, 'WARNING')
    t.comment(suites.map(([line]) => line).join('\n'))
  },
)
