import t from 'tap'
import { testZips, zipOf } from '../../../../tests/support/zips.ts'
import type { ArchiveLayout } from './archive-layout.ts'
import { LayoutCache } from './layout-cache.ts'

t.test('A17 zip: a layout is used for less than a second', async (t) => {
  let now = 5_000
  t.intercept(performance, 'now', { value: () => now })
  const cache = new LayoutCache()
  let made = 0
  const make = async () => {
    made += 1
    return { layout: { close: () => undefined } as unknown as ArchiveLayout, name: `${made}.zip` }
  }
  const nameAt = async (ms: number) => {
    now = 5_000 + ms
    const { name, release } = await cache.lease('owner', 'key', make)
    release()
    return name
  }
  t.same([await nameAt(0), await nameAt(999), await nameAt(1_000)], ['1.zip', '1.zip', '2.zip'])
})

t.test('zip: contains copies that were pasted a moment ago', async (t) => {
  const { person, file, bytesAt, call } = await testZips(t)
  const me = await person()
  const a = await file(me, 'a.txt', Buffer.from('hello'), '/Top')
  const b = await file(me, 'b.txt', Buffer.from('world'), '/Other')
  const url = zipOf({ id: a.parent, type: 'folder' })
  const before = await bytesAt(me, url)
  const copied = await call(me, 'POST', '/api/copy', { items: [{ id: b.id, type: 'file' }], to_id: a.parent })
  t.ok(copied.status < 300)
  const after = await bytesAt(me, url)
  t.notOk(before.bytes.includes('b.txt'))
  t.ok(after.bytes.includes('b.txt'))
})
