import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testZips, zipOf } from '../../../../tests/support/zips.ts'
import type { Scope } from '../../index.ts'
import { ArchiveLayout } from './archive-layout.ts'
import { ArchiveLayoutBuilder } from './archive-layout-builder.ts'

/** Opens a download and reads its first bytes only. */
const begin = async (base: string, url: string, scope: Scope) => {
  const { port, host } = new URL(base)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${url} HTTP/1.1\r\nhost: ${host}\r\nx-test-user: ${scope.ownerId}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

const openBlobs = (dataDir: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /^[0-9a-f]{32}$/.test(
        readlinkSync(`/proc/self/fd/${fd}`)
          .replace(`${join(dataDir, 'blobs')}/`, '')
          .slice(6),
      )
    } catch {
      return false
    }
  }).length

t.test(
  'A37 zip: a caller downloads at most three archives, and a disconnect releases them',
  { skip: process.platform === 'linux' ? localStoreOnly : 'reads /proc' },
  async (t) => {
    const { person, upload, get, prepare, url: base, platform } = await testZips(t)
    const [me, other] = [await person(), await person()]
    const ids: string[] = []
    for (let n = 0; n < 4; n++)
      ids.push((await upload(me, `${n}.bin`, randomBytes(24 << 20), {}, 8 << 20)).body.data?.id as string)
    const urls = ids.map((id) => zipOf({ id, type: 'file' }))
    const sockets = await Promise.all(urls.slice(0, 3).map((url) => begin(base, url, me)))
    sockets.push(await begin(base, urls[0] as string, me))
    t.ok(openBlobs(platform.config.dataDir) > 0)
    const fourth = await get(me, urls[3] as string)
    t.equal(fourth.status, 429)
    t.ok(fourth.headers.get('retry-after'))
    t.equal((await prepare(me, { items: [{ id: ids[3], type: 'file' }] })).status, 429)
    const theirs = (await upload(other, 'x', Buffer.from('x'))).body.data?.id as string
    t.equal((await get(other, zipOf({ id: theirs, type: 'file' }))).status, 200, 'other callers are not limited')
    for (const socket of sockets) socket.destroy()
    await eventually(t, () => openBlobs(platform.config.dataDir), 0, 'all descriptors are closed')
    const again = await get(me, urls[3] as string)
    t.equal(again.status, 200)
    await again.body?.cancel()
  },
)

/** Layouts that were made and not closed. */
const openLayouts = (t: Test): Set<ArchiveLayout> => {
  const open = new Set<ArchiveLayout>()
  const { finish } = ArchiveLayoutBuilder.prototype
  t.capture(ArchiveLayoutBuilder.prototype, 'finish', function (this: ArchiveLayoutBuilder) {
    const layout = finish.call(this)
    open.add(layout)
    return layout
  })
  const { close } = ArchiveLayout.prototype
  t.capture(ArchiveLayout.prototype, 'close', function (this: ArchiveLayout) {
    open.delete(this)
    close.call(this)
  })
  return open
}

t.test('A37 zip: sixteen connections to one archive share a layout, and three states of it are sent', async (t) => {
  const { person, upload, file, get, url: base, platform } = await testZips(t)
  const me = await person()
  const large = (await upload(me, 'large.bin', Buffer.alloc(24 << 20), { path: '/f/large.bin' }, 8 << 20)).body.data
  const parent = large?.attributes.parent_id as string
  const url = zipOf({ id: parent, type: 'folder' })
  const open = openLayouts(t)
  const sockets: Socket[] = []
  const change = { ownerId: me.ownerId, actorId: me.ownerId, itemId: large?.id as string, parentId: parent }
  for (let n = 0; n < 20; n++) {
    platform.events.emit('storage.file.created', change)
    if (n < 16) sockets.push(await begin(base, url, me))
    else t.equal((await get(me, url)).status, 429, 'more connections are rejected')
  }
  t.equal(open.size, 1, 'the archive was made again for each, with the same content')
  for (const socket of sockets.splice(0)) socket.destroy()
  await eventually(t, () => open.size, 0, 'all layouts are closed')
  for (let n = 0; n < 3; n++) {
    await file(me, `${n}.txt`, Buffer.from('x'), '/f')
    sockets.push(await begin(base, url, me))
  }
  t.equal(open.size, 3)
  await file(me, '3.txt', Buffer.from('x'), '/f')
  t.equal((await get(me, url)).status, 429)
  await eventually(t, () => open.size, 3, 'the layout of the rejected download is closed')
  for (const socket of sockets) socket.destroy()
  await eventually(t, () => open.size, 0)
})

t.test('zip: a missing blob closes the connection', async (t) => {
  const { person, file, get, platform } = await testZips(t)
  const me = await person()
  await file(me, '1.bin', randomBytes(3_000_000), '/f')
  const second = await file(me, '2.bin', randomBytes(3_000), '/f')
  const [row] = await platform.db.query<{ key: string }>(
    'select b.key from items i join blobs b on b.id = i.blob_id where i.id = $1',
    [second.id],
  )
  await platform.blobs.unlink(row?.key as string)
  const answer = await get(me, zipOf({ id: second.parent, type: 'folder' }))
  t.equal(answer.status, 200)
  await t.rejects(answer.arrayBuffer(), 'no truncated archive looks complete')
})

t.test('A47 zip: deep trees, and 422 for paths that are too long', async (t) => {
  const { person, platform, get } = await testZips(t)
  const me = await person()
  const chain = async (name: string, depth: number) => {
    const top = await seedOneFolder(platform.db, me.ownerId, name)
    let parent = top
    for (let level = 1; level < depth; level++) parent = await seedOneFolder(platform.db, me.ownerId, name, parent)
    return { id: top, type: 'folder' }
  }
  const deep = await get(me, zipOf(await chain('d', 1_000)))
  t.equal(deep.status, 200)
  t.equal((await deep.arrayBuffer()).byteLength, Number(deep.headers.get('content-length')))
  const long = await get(me, zipOf(await chain('x'.repeat(250), 300)))
  t.equal(long.status, 422)
  t.match(await long.json(), { code: 'zip-path-too-long' })
})

t.test('zip: the length of 20,000 files is known before the first byte', async (t) => {
  const { person, platform, get } = await testZips(t)
  const me = await person()
  const folder = await seedOneFolder(platform.db, me.ownerId, 'many')
  await seedFolder(platform.db, me.ownerId, 20_000, { parent: folder })
  const head = await get(me, zipOf({ id: folder, type: 'folder' }), {}, 'HEAD')
  t.equal(head.status, 200)
  const [sum] = await platform.db.query<{ bytes: number }>(
    'select sum(size) as bytes from items where parent_id = $1',
    [folder],
  )
  t.ok(Number(head.headers.get('content-length')) > (sum?.bytes ?? 0))
})
