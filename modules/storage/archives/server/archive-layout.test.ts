import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { type Archive, checkWith, tools } from '../../../../tests/support/archives.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { ArchiveLayoutBuilder } from './archive-layout-builder.ts'
import { ArchiveReader } from './archive-reader.ts'

interface Given {
  path: string
  content: Buffer | null
}

const keyOf = (n: number) => n.toString(16).padStart(32, '0')

/** A layout of the given entries and a blob store with their content. */
const archiveOf = (folder: string, given: readonly Given[]) => {
  const builder = new ArchiveLayoutBuilder(folder)
  const stored = new Map<string, Buffer>()
  for (const [n, { path, content }] of given.entries()) {
    const bytes = content ?? Buffer.alloc(0)
    if (content) stored.set(keyOf(n), content)
    const entry = { path: Buffer.from(path), size: bytes.length, crc32: crc32(bytes), modifiedAt: 1_700_000_000 + n }
    builder.add(entry, content ? keyOf(n) : null)
  }
  const layout = builder.finish()
  const blobs = {
    open: async (key: string) => {
      const bytes = stored.get(key) as Buffer
      return {
        size: bytes.length,
        read: async (into: Buffer, position: number) => bytes.copy(into, 0, position),
        release: () => undefined,
      }
    },
    readSmall: async (wanted: readonly { key: string; into: Buffer }[]) => {
      for (const { key, into } of wanted) (stored.get(key) as Buffer).copy(into)
    },
  }
  return { layout, source: () => new ArchiveReader(layout, blobs) }
}

const whole = async (source: ArchiveReader): Promise<Buffer> => {
  const bytes = Buffer.alloc(source.size)
  await source.read(bytes, 0)
  return bytes
}

const write = (path: string, bytes: Buffer) => {
  const fd = openSync(path, 'w')
  writeSync(fd, bytes)
  closeSync(fd)
}

t.test('archive reader: every range equals that part of the whole archive', async (t) => {
  const folder = testFolder(t)
  const sizes = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
    fc.constantFrom(262_144, 262_145),
  )
  const entries = fc.array(
    fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 40 }), size: fc.option(sizes) }),
    {
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.array(fc.tuple(fc.nat(), fc.nat(400_000)), { maxLength: 8 }),
      async (given, ranges) => {
        const { source } = archiveOf(
          folder,
          given.map(({ name, size }, n) => ({
            path: `${n}${name}${size === null ? '/' : ''}`,
            content: size === null ? null : Buffer.alloc(size, `${n}/${name} `),
          })),
        )
        const all = await whole(source())
        const one = source()
        for (const [from, length] of ranges) {
          const start = from % all.length
          const into = Buffer.alloc(length + 1)
          const read = await one.read(into, start)
          if (!into.subarray(0, read).equals(all.subarray(start, start + length + 1))) return false
        }
        const pieces: Buffer[] = []
        const step = 1 + ((ranges[0]?.[1] ?? 997) % 70_000)
        for (let at = 0; at < all.length; at += step) {
          const into = Buffer.alloc(step)
          pieces.push(into.subarray(0, await one.read(into, at)))
        }
        return Buffer.concat(pieces).equals(all)
      },
    ),
    { numRuns: 60 },
  )
})

t.test('A37 archive: other programs read it', async (t) => {
  const folder = testFolder(t)
  const given: Given[] = [
    { path: 'Ünï/', content: null },
    { path: 'Ünï/empty folder/', content: null },
    { path: 'Ünï/日本 👋.txt', content: Buffer.from('hello') },
    { path: 'Ünï/big.bin', content: Buffer.alloc(700_000, 'abc') },
    { path: 'a'.repeat(200), content: Buffer.from('x') },
  ]
  const path = join(folder, 'a.zip')
  write(path, await whole(archiveOf(folder, given).source()))
  const expected: Archive = given.map(({ path, content }) => ({ path, size: content?.length ?? 0 }))
  for (const tool of tools) checkWith(t, tool, path, expected)
})

t.test('A37 archive: more than 65,535 entries use zip64 and spill pages to a file', async (t) => {
  const folder = testFolder(t)
  const count = 70_000
  const given = Array.from({ length: count }, (_none, n) => ({
    path: `${'folder with a long name '.repeat(8)}/${n}.txt`,
    content: Buffer.from([n & 255]),
  }))
  const { layout, source } = archiveOf(folder, given)
  const path = join(folder, 'many.zip')
  const bytes = await whole(source())
  write(path, bytes)
  const expected = given.map(({ path }) => ({ path, size: 1 }))
  for (const tool of tools) checkWith(t, tool, path, expected)
  const at = Math.floor(bytes.length * 0.7)
  const part = Buffer.alloc(5_000)
  await source().read(part, at)
  t.ok(part.equals(bytes.subarray(at, at + 5_000)))
  layout.close()
})

t.test('A37 archive: sizes and offsets beyond 4 GiB use zip64', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = testFolder(t)
  const big = 5 * 2 ** 30
  const builder = new ArchiveLayoutBuilder(folder)
  // The checksum of the zeros is not verified: the programs list the archive without reading 5 GiB.
  builder.add({ path: Buffer.from('zeros.bin'), size: big, crc32: 0, modifiedAt: 1_700_000_000 }, keyOf(1))
  builder.add({ path: Buffer.from('after.txt'), size: 5, crc32: crc32('after'), modifiedAt: 1_700_000_000 }, keyOf(2))
  const layout = builder.finish()
  const source = new ArchiveReader(layout, {
    open: async () => ({ size: big, read: async (into) => into.fill(0).length, release: () => undefined }),
    readSmall: async (wanted) => {
      for (const { into } of wanted) into.write('after')
    },
  })
  const path = join(folder, 'big.zip')
  const fd = openSync(path, 'w')
  const head = Buffer.alloc(1_000)
  await source.read(head, 0)
  writeSync(fd, head, 0, head.length, 0)
  const tail = Buffer.alloc(2_000)
  const length = await source.read(tail, layout.size - tail.length)
  t.equal(length, tail.length)
  writeSync(fd, tail, 0, length, layout.size - tail.length)
  closeSync(fd)
  const expected = [
    { path: 'zeros.bin', size: big },
    { path: 'after.txt', size: 5 },
  ]
  for (const tool of tools) checkWith(t, tool, path, expected, { contents: ['after.txt'] })
  t.equal(execFileSync('python3', ['-c', readAfter, path]).toString(), 'after')
})

const readAfter = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("after.txt").decode(), end="")'

t.test('archive reader: throws for a missing or short blob', async (t) => {
  const builder = new ArchiveLayoutBuilder(testFolder(t))
  builder.add({ path: Buffer.from('a'), size: 400_000, crc32: 1, modifiedAt: 0 }, keyOf(1))
  const layout = builder.finish()
  const blob = (size: number, has: number) => ({
    open: async () => ({
      size,
      read: async (into: Buffer, position: number) => Math.max(Math.min(into.length, has - position), 0),
      release: () => undefined,
    }),
    readSmall: async () => undefined,
  })
  await t.rejects(whole(new ArchiveReader(layout, blob(399_999, 399_999))))
  await t.rejects(whole(new ArchiveReader(layout, blob(400_000, 100_000))))
  await t.resolves(whole(new ArchiveReader(layout, blob(400_000, 400_000))))
})
