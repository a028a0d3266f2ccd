import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { newBucket } from '../../../../tests/support/buckets.ts'
import { testObjectStore } from '../../../../tests/support/object-store.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'

const ceph = await testObjectStore(t)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

if (ceph) {
  const app = await testApp(t, { env: { BLOB_URL: await newBucket(ceph.url) } })
  const { settings, db } = app.coffer.platform
  const [jane, rita] = [await signUp(app), await signUp(app)]
  const bytes = randomBytes(3_000_000)
  const name = 'Bericht – "final"; ä.html'
  const folder = await makeFolder(jane, 'Shared')
  const { id } = await putFile(jane, name, bytes, folder)
  const small = await putFile(jane, 'small.txt', 'hello')
  const get = ({ client }: Pick<Actor, 'client'>, path: string, init?: RequestInit) => client.fetch(path, init)
  const download = `/file/${id}?download=1`

  t.test(
    'A21: direct downloads: off by default; then a URL for one minute, always an attachment of an opaque type',
    async (t) => {
      t.equal((await get(jane, download)).status, 200)
      await settings.set({ direct_downloads: true })
      const redirect = await get(jane, download)
      t.equal(redirect.status, 303)
      t.equal(redirect.headers.get('cache-control'), 'no-store')
      t.equal(redirect.headers.get('referrer-policy'), 'no-referrer')
      const url = redirect.headers.get('location') as string
      t.equal(new URL(url).searchParams.get('X-Amz-Expires'), '60')
      const stored = await fetch(url)
      t.equal(stored.status, 200)
      t.equal(stored.headers.get('content-type'), 'application/octet-stream')
      t.match(
        stored.headers.get('content-disposition'),
        /^attachment; filename="Bericht _ _final__ a.html"; filename\*=UTF-8''/,
      )
      t.equal(sha256(new Uint8Array(await stored.arrayBuffer())), sha256(bytes))
      const part = await fetch(url, { headers: { range: 'bytes=1000000-1000009' } })
      t.equal(part.status, 206)
      t.same(Buffer.from(await part.arrayBuffer()), bytes.subarray(1_000_000, 1_000_010))
      for (const changed of [
        url.replace(/(blobs%2F|blobs\/)../, '$1ff'),
        url.replace('attachment', 'inline'),
        url.replace('=60&', '=6000&'),
      ])
        t.equal((await fetch(changed)).status, 403, 'a changed URL is rejected')
      await app.coffer.storage.api.traffic.flush()
      const [traffic] = await db.query<{ bytes: number }>(
        'select downloaded_bytes as bytes from traffic where user_id = $1',
        [jane.id],
      )
      t.equal(traffic?.bytes, 2 * bytes.length, 'the bytes are counted')
    },
  )

  t.test('direct downloads: permission is asked for each URL', async (t) => {
    t.equal((await get(rita, download)).status, 404)
    const anonymous = { headers: { cookie: '' } }
    t.equal((await get(jane, download, anonymous)).status, 401)
    await jane.client.post('/api/remove', { items: [{ id, type: 'file', force_delete: false }] })
    t.not((await get(jane, download)).status, 303)
  })

  t.test('direct downloads: what must be counted or may end goes through the server', async (t) => {
    const { id: own } = await putFile(jane, 'own.bin', bytes, folder)
    const path = `/file/${own}?download=1`
    t.equal((await get(jane, path)).status, 303)
    t.equal((await get(jane, path, { method: 'HEAD' })).status, 200)
    t.equal((await get(jane, `/file/${own}`)).status, 200, 'shown, not saved')
    t.equal((await get(jane, `/file/${small.id}?download=1`)).status, 200, 'small')
    const { token } = await makeShare(jane, { id: folder, type: 'folder' })
    t.equal((await get(jane, `${path}&share=${token}`)).status, 200, 'by a link')
    const team = await teamWith(jane, [[rita, 'can_edit']])
    const { id: shared } = await putFile(jane, 'team.bin', bytes, team.id)
    t.equal((await get(jane, `/file/${shared}?download=1`)).status, 303, 'the owner of a team folder')
    t.equal((await get(rita, `/file/${shared}?download=1`)).status, 200, 'a member, who may be removed')
    await settings.set({ subscription_type: 'metered' })
    t.not((await get(jane, path)).status, 303, 'metered traffic')
    await settings.set({ subscription_type: 'none' })
    t.equal((await get(jane, path)).status, 303)
  })
}
