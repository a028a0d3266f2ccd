import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import t from 'tap'
import { testExtractions } from '../../../../tests/support/extractions.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import { buildZip, extraField } from '../../../../tests/support/zip-builder.ts'
import { zipOf } from '../../../../tests/support/zips.ts'

const test = await testExtractions(t)
const { extract, below, content, atRoot, begin, archive, usage, db } = test

t.test('an archive becomes a folder beside it, with its folders, files, names and times', async (t) => {
  const me = await test.person()
  const big = randomBytes(3_000_000)
  const utf8 = extraField(0x5455, Buffer.from([1, 0x00, 0xca, 0x9a, 0x3b]))
  const unicodePath = Buffer.concat([
    Buffer.from([1]),
    Buffer.from(new Uint32Array([crc32('cafe.txt')]).buffer),
    Buffer.from('café.txt'),
  ])
  const bytes = buildZip([
    { name: 'Takeout/' },
    { name: 'Takeout/Photos/2024/a.txt', content: 'stored' },
    { name: 'Takeout/Photos/b.txt', content: 'deflated'.repeat(100), method: 8, extra: utf8 },
    { name: 'Takeout/big.bin', content: big, method: 8 },
    { name: 'Takeout/big.txt', content: Buffer.alloc(40 << 20, 'x'), method: 8 },
    { name: 'empty.txt' },
    { name: 'empty deflated.txt', method: 8, packedSize: 0 },
    { name: 'empty folder/', mode: 0o040755 },
    { name: 'e\u0301.txt', content: 'NFD' },
    { name: Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74]), content: 'cp437', flags: 0 },
    { name: Buffer.from('ñ.txt'), content: 'utf-8 without its flag', flags: 0 },
    { name: 'cafe.txt', content: 'unicode path', flags: 0, extra: extraField(0x7075, unicodePath) },
    { name: 'win\\dows.txt', content: 'backslash' },
    { name: 'twice.txt', content: 'one' },
    { name: 'twice.txt', content: 'two' },
    { name: 'Case/x.txt', content: 'upper' },
    { name: 'case/x.txt', content: 'lower' },
    { name: 'clash/' },
    { name: 'clash', content: 'a file' },
    { name: '__MACOSX/._a.txt', content: 'finder' },
    { name: 'Takeout/.DS_Store', content: 'finder' },
    { name: './', mode: 0o040755 },
  ])
  const done = await extract(me, bytes, 'My archive.ZIP')
  t.match(done, { kind: 'extract', state: 'done', done: 19, total: 19, left_out: [], undoable: true })
  t.same(await atRoot(me), ['My archive', 'My archive.ZIP'])
  const items = await below(done.to_id)
  const paths = [
    'Case/ Case/x.txt case/ case/x.txt clash/ win/ win/dows.txt Takeout/ Takeout/big.bin Takeout/big.txt',
    'Takeout/Photos/ Takeout/Photos/b.txt Takeout/Photos/2024/ Takeout/Photos/2024/a.txt',
    'twice.txt empty.txt café.txt \u00e9.txt ñ.txt ü.txt',
  ]
  const expected = [
    ...paths.flatMap((line) => line.split(' ')),
    'clash (1)',
    'twice (1).txt',
    'empty folder/',
    'empty deflated.txt',
  ]
  t.same([...items.keys()].sort(), expected.sort())
  t.ok((await content(items.get('Takeout/big.bin'))).equals(big))
  t.equal(items.get('Takeout/big.txt')?.size, 40 << 20)
  t.equal((await content(items.get('Takeout/Photos/b.txt'))).toString(), 'deflated'.repeat(100))
  t.equal(items.get('Takeout/Photos/b.txt')?.modified_at?.toISOString(), '2001-09-09T01:46:40.000Z')
  t.equal(items.get('empty.txt')?.modified_at?.toISOString(), '2025-01-01T00:00:00.000Z')
  const { used, reserved } = await usage(me)
  const sizes = [...items.values()].reduce((sum, { size }) => sum + size, 0)
  t.same({ used, reserved }, { used: sizes + bytes.length, reserved: 0 })
  const traffic = await db.query('select uploaded_bytes as bytes from traffic where user_id = $1', [me.ownerId])
  t.same(traffic, [{ bytes: bytes.length }], 'what is unpacked has crossed no network')
  t.same(await wrongCounters(db), [])

  const again = await extract(me, buildZip([{ name: 'x.txt', content: 'x' }]), 'My archive.zip')
  t.equal(again.state, 'done')
  t.same(await atRoot(me), ['My archive', 'My archive (1)', 'My archive.ZIP', 'My archive.zip'])
  for (const name of ['.zip', '..zip', '...zip']) {
    const { state, to_id } = await extract(me, buildZip([{ name: 'x.txt', content: 'x' }]), name)
    t.equal(state, 'done')
    t.match(await db.query('select name from items where id = $1', [to_id]), [{ name: `${name} (1)` }], name)
  }
})

t.test('zip64 archives are read, and large files are counted in 64 bits', async (t) => {
  const me = await test.person()
  const entries = [1, 2, 3].map((n) => ({ name: `${n}.txt`, content: 'x'.repeat(n), method: 8, zip64: true }))
  const done = await extract(me, buildZip(entries, { zip64: true }))
  t.match(done, { state: 'done', done: 3, left_out: [] })
  t.same([...(await below(done.to_id)).keys()], ['1.txt', '2.txt', '3.txt'])
})

t.test('a folder that is downloaded as an archive comes back the same', async (t) => {
  const me = await test.person()
  const put = (name: string, bytes: Buffer, path: string) => test.upload(me, name, bytes, { path: `${path}/${name}` })
  await put('a.txt', Buffer.from('a'), '/Home')
  await put('ü ×.bin', randomBytes(300_000), '/Home/Photos ♥/2024')
  const [home] = await db.query<{ id: string }>(`select id from items where owner_id = $1 and name = 'Home'`, [
    me.ownerId,
  ])
  const id = home?.id ?? ''
  const download = await test.get(me, zipOf({ id, type: 'folder' }))
  const done = await extract(me, Buffer.from(await download.arrayBuffer()), 'Home.zip')
  t.match(done, { state: 'done', left_out: [] })
  const [before, after] = [await below(id), await below(done.to_id)]
  t.same([...after.keys()], ['Home/', ...[...before.keys()].map((path) => `Home/${path}`)])
  for (const [path, row] of before)
    if (!row.is_folder) t.ok((await content(after.get(`Home/${path}`))).equals(await content(row)), path)
})

t.test('an extraction is undone as a whole, and its archive stays', async (t) => {
  const me = await test.person()
  const { body } = await begin(me, await archive(me, buildZip([{ name: 'a/b.txt', content: 'b' }])))
  await test.ended(me, body.data.id)
  const undo = await test.call(me, 'POST', `/api/operations/${body.data.id}/undo`)
  t.equal(undo.status, 202)
  while (await test.storage.api.operations.step(undo.body.data.id));
  t.same(await atRoot(me), ['archive.zip'])
  t.same(await wrongCounters(db), [])
})
