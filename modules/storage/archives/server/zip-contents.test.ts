import t, { type Test } from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import type { OpenBlob } from '../../../platform/index.ts'
import type { Files } from '../../downloads/index.ts'
import type { Scope } from '../../tree/index.ts'
import { ArchiveLayoutBuilder } from './archive-layout-builder.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ZipContents, type ZipListing } from './zip-contents.ts'

const contentsOf = (blob: OpenBlob): Promise<ZipListing | null> => {
  const files = { find: async () => ({ size: blob.size }), open: async () => blob }
  return new ZipContents(files as unknown as Files).list({} as Scope, '')
}

const zipOf = (t: Test, entries: { path: string; size: number }[]): ArchiveReader => {
  const builder = new ArchiveLayoutBuilder(testFolder(t))
  for (const [n, { path, size }] of entries.entries())
    builder.add(
      { path: Buffer.from(path), size, crc32: 0, modifiedAt: 1_700_000_000 },
      n.toString(16).padStart(32, '0'),
    )
  const layout = builder.finish()
  t.teardown(() => layout.close())
  return new ArchiveReader(layout, {
    open: async (key) => ({
      size: entries[Number.parseInt(key, 16)]?.size ?? 0,
      read: async (into) => into.length,
      release: () => undefined,
    }),
    readSmall: async () => undefined,
  })
}

t.test('zip contents: files of 4 GiB and more have the size of their zip64 field', async (t) => {
  const entries = [
    { path: 'film.mkv', size: 5 * 2 ** 30 },
    { path: 'after.mkv', size: 2 ** 32 - 1 },
    { path: 'notes.txt', size: 5 },
  ]
  const listing = await contentsOf(zipOf(t, entries))
  t.same(
    listing?.entries,
    entries.map(({ path, size }) => ({ name: path, size, isFolder: false })),
  )
  t.equal(listing?.total, 3)
})

t.test('zip contents: a size whose zip64 field is missing or cut off stays as it is', async (t) => {
  const zip = zipOf(t, [{ path: 'film.mkv', size: 5 * 2 ** 30 }])
  const directory = Buffer.alloc(2_000)
  const length = await zip.read(directory, zip.size - directory.length)
  const bytes = directory.subarray(0, length)
  const field = bytes.indexOf(Buffer.from([1, 0, 16, 0]), bytes.lastIndexOf('film.mkv'))
  for (const [at, value] of [
    [field, 0x9999],
    [field + 2, 0xffff],
  ] as const) {
    const changed = Buffer.from(bytes)
    changed.writeUInt16LE(value, at)
    const listing = await contentsOf({
      size: zip.size,
      read: async (into, position) => {
        const start = position - (zip.size - length)
        changed.copy(into, Math.max(0, -start), Math.max(0, start))
        return into.length
      },
      release: () => undefined,
    })
    t.same(listing?.entries, [{ name: 'film.mkv', size: 0xffffffff, isFolder: false }])
  }
})

t.test('zip contents: an archive of exactly 65,535 entries without a zip64 record has a list', async (t) => {
  const bytes = Buffer.alloc(47 + 22)
  bytes.writeUInt32LE(0x02014b50, 0)
  bytes.writeUInt32LE(7, 24)
  bytes.writeUInt16LE(1, 28)
  bytes.write('a', 46)
  bytes.writeUInt32LE(0x06054b50, 47)
  bytes.writeUInt16LE(0xffff, 47 + 10)
  bytes.writeUInt32LE(47, 47 + 12)
  const listing = await contentsOf({
    size: bytes.length,
    read: async (into, position) => bytes.copy(into, 0, position),
    release: () => undefined,
  })
  t.same(listing, { entries: [{ name: 'a', size: 7, isFolder: false }], total: 0xffff })
})

t.test('zip contents: characters that hide or reorder others in a name are replaced (A35)', async (t) => {
  const paths = ['invoice\u202efdp.exe', 'a\u0000b\u0085.txt', 'plain/ü.txt']
  const listing = await contentsOf(
    zipOf(
      t,
      paths.map((path) => ({ path, size: 1 })),
    ),
  )
  t.same(
    listing?.entries.map(({ name }) => name),
    ['invoice\ufffdfdp.exe', 'a\ufffdb\ufffd.txt', 'plain/ü.txt'],
  )
})
