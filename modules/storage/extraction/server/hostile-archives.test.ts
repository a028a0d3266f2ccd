import { randomBytes } from 'node:crypto'
import t from 'tap'
import { testExtractions } from '../../../../tests/support/extractions.ts'
import { type BuiltEntry, buildZip } from '../../../../tests/support/zip-builder.ts'
import type { LeftOutReason } from '../../operations/contract.ts'
import { maxArchiveEntries } from '../../tree/contract.ts'

const test = await testExtractions(t)
const { extract, below, begin, archive, atRoot, usage } = test
const good = { name: 'good.txt', content: 'good' }
const large = randomBytes(1_000_000)
const deep = (levels: number) => Array.from({ length: levels }, (_, level) => level).join('/')

/** Entries that are left out, by their reason; `good.txt` beside them is extracted. */
const leftOut: Record<string, [reason: LeftOutReason, entry: BuiltEntry]> = {
  'a path that is cut within a character': ['unsafe-path', { name: `../${'n'.repeat(196)}😀.txt` }],
  'a path that is cut': ['damaged', { name: `${'n'.repeat(250)}/x.txt`, content: 'x', crc32: 1 }],
  'a path to the parent': ['unsafe-path', { name: '../evil.txt', content: 'x' }],
  'a path to the parent within the path': ['unsafe-path', { name: 'a/../../evil.txt', content: 'x' }],
  'an absolute path': ['unsafe-path', { name: '/etc/passwd', content: 'x' }],
  'a path with backslashes': ['unsafe-path', { name: '..\\..\\evil.txt', content: 'x' }],
  'a drive letter': ['unsafe-path', { name: 'C:\\evil.txt', content: 'x' }],
  'a folder above': ['unsafe-path', { name: '../evil/' }],
  'a symbolic link': ['link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
  'a device': ['link', { name: 'device', mode: 0o020666 }],
  'a socket': ['link', { name: 'socket', mode: 0o140666 }],
  'an encrypted file': ['encrypted', { name: 'secret.txt', content: 'x'.repeat(13), size: 1, flags: 0x801 }],
  'another compression': ['unsupported', { name: 'x.bz2', content: 'x', method: 12 }],
  'a control character': ['invalid-name', { name: 'a\u0007.txt', content: 'x' }],
  'a direction mark': ['invalid-name', { name: 'a\u202etxt.exe', content: 'x' }],
  'a null byte': ['invalid-name', { name: 'a\0.txt', content: 'x' }],
  'a name that is too long': ['invalid-name', { name: `${'n'.repeat(300)}.txt`, content: 'x' }],
  'a folder with such a name': ['invalid-name', { name: 'a\u0007/x.txt', content: 'x' }],
  'folders that are nested too deeply': ['too-deep', { name: `${deep(64)}/x.txt`, content: 'x' }],
  'a wrong checksum': ['damaged', { name: 'x.txt', content: 'x', crc32: 1 }],
  'a wrong checksum of a large file': ['damaged', { name: 'x.bin', content: large, crc32: 1 }],
  'more bytes than claimed': ['damaged', { name: 'x.txt', content: 'x'.repeat(100_000), method: 8, size: 10 }],
  'more bytes than claimed in a large file': ['damaged', { name: 'x.bin', content: large, method: 8, size: 600_000 }],
  'fewer bytes than claimed': ['damaged', { name: 'x.txt', content: 'x', method: 8, size: 1_000 }],
  'fewer bytes than claimed in a large file': [
    'damaged',
    { name: 'x.bin', content: large, method: 8, size: 2_000_000 },
  ],
  'a stored file of two sizes': ['damaged', { name: 'x.txt', content: 'xxx', size: 2 }],
  'a stored large file of two sizes': ['damaged', { name: 'x.bin', content: large, size: 999_999 }],
  'bytes that cannot be inflated': ['damaged', { name: 'x.txt', content: 'x', method: 8, packedSize: 2 }],
}

t.test('A74: entries that lead out of the archive, are no files, or are damaged are left out and named', async (t) => {
  for (const [reason, cases] of Map.groupBy(Object.values(leftOut), ([reason]) => reason)) {
    const me = await test.person()
    const entries = cases.map(([, entry]) => entry)
    const done = await extract(me, buildZip([...entries, good]))
    t.match(done, { state: 'done', done: entries.length + 1, total: entries.length + 1 }, reason)
    t.match(done.left_out, [{ reason, count: entries.length }], reason)
    t.equal(done.left_out[0]?.names.length, Math.min(entries.length, 5), reason)
    t.ok(done.left_out[0]?.names.every((path) => path.length <= 200 && path.isWellFormed()))
    const paths = [...(await below(done.to_id)).keys()]
    t.same(
      paths.filter((path) => !path.endsWith('/')),
      ['good.txt'],
      reason,
    )
    t.same(await atRoot(me), ['archive', 'archive.zip'], reason)
    t.equal((await usage(me)).reserved, 0, reason)
  }
})

t.test('A74: the levels of the tree end at 64, wherever the archive is', async (t) => {
  const me = await test.person()
  const done = await extract(me, buildZip([{ name: `${deep(63)}/x.txt`, content: 'x' }]))
  t.match(done, { state: 'done', left_out: [] })
  t.equal((await below(done.to_id)).size, 64)
})

const files = (count: number): BuiltEntry[] =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, content: `${n}` }))
const whole = buildZip(files(5))

/** Archives of which nothing is extracted; those that fail before the response, and those that fail in the operation. */
const rejected: Record<string, [code: string, bytes: Buffer]> = {
  'no archive': ['archive-unreadable', randomBytes(10_000)],
  'a cut archive': ['archive-unreadable', whole.subarray(0, whole.length - 30)],
  'a part of a split archive': ['archive-split', buildZip([good], { disk: 3 })],
  'more entries than the limit': ['archive-too-large', buildZip([good], { zip64: true, total: maxArchiveEntries + 1 })],
}
const failed: Record<string, [code: string, bytes: Buffer]> = {
  'a directory with fewer entries than claimed': ['archive-unreadable', buildZip([good], { total: 2 })],
  'a directory with more entries than claimed': ['archive-unreadable', buildZip([good, ...files(2)], { total: 1 })],
  'more entries than the first of its two numbers': [
    'archive-unreadable',
    buildZip([good, ...files(2)], { zip64: true, endTotal: 1 }),
  ],
  'fewer entries than the first of its two numbers': [
    'archive-unreadable',
    buildZip([good], { zip64: true, endTotal: 3 }),
  ],
  'a damaged directory': ['archive-unreadable', Buffer.from(whole).fill(0, whole.length - 200, whole.length - 150)],
  'bytes behind the archive': ['archive-unreadable', Buffer.concat([whole, randomBytes(10)])],
  'only encrypted files': [
    'archive-encrypted',
    buildZip([{ name: 'x', content: 'x'.repeat(13), size: 1, flags: 0x801 }]),
  ],
  'a strongly encrypted file': ['archive-encrypted', buildZip([good, { name: 'x', content: 'x', flags: 0x841 }])],
  'entries that share bytes': [
    'archive-bomb',
    buildZip([
      { name: 'a.bin', content: large, method: 8 },
      { name: 'b.bin', content: large, method: 8, sharesWith: 0 },
    ]),
  ],
  'an entry that contains another one': [
    'archive-bomb',
    buildZip([
      { name: 'outer.bin', content: large, size: 1_000_100, packedSize: 1_000_100 },
      { name: 'inner.bin', content: large },
    ]),
  ],
  'a claim of many times its size': ['archive-bomb', buildZip([{ ...good, method: 8, size: 2 ** 30 + 1 }])],
  'paths with more folders than the limit': [
    'archive-too-large',
    buildZip(Array.from({ length: maxArchiveEntries / 62 + 1 }, (_, n) => ({ name: `${n}/${deep(61)}/` }))),
  ],
  'a claim of too many bytes': [
    'archive-too-large',
    buildZip([{ ...good, method: 8, size: 2 ** 41, zip64: true }], { zip64: true }),
  ],
}

t.test('A74: archives that are damaged, split, too large or made to expand leave nothing behind', async (t) => {
  for (const [title, [code, bytes]] of Object.entries(rejected)) {
    const me = await test.person()
    t.match(await begin(me, await archive(me, bytes)), { status: 422, body: { code } }, title)
    t.same(await atRoot(me), ['archive.zip'], title)
  }
  for (const [title, [code, bytes]] of Object.entries(failed)) {
    const me = await test.person()
    t.match(await extract(me, bytes), { state: 'failed', error: code, to_id: null, done: 0 }, title)
    t.same(await atRoot(me), ['archive.zip'], title)
    t.same(await usage(me), { used: bytes.length, reserved: 0 }, title)
  }
})

t.test('folders, files in the trash and files of others are no archives', async (t) => {
  const [me, other] = [await test.person(), await test.person()]
  const id = await archive(me, whole)
  t.equal((await begin(other, id)).status, 404)
  const folder = await test.call(me, 'POST', '/api/create-folder', { name: 'x' })
  t.equal((await begin(me, folder.body.data.id)).status, 404)
  await test.call(me, 'POST', '/api/remove', { items: [{ id, type: 'file' }] })
  t.equal((await begin(me, id)).status, 404)
})
