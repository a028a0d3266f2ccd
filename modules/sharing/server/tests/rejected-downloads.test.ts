import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
type Zip = { code?: string; data: { attributes: { url: string } } }

const counted = async (token: string) =>
  (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body.data.attributes.downloads

t.test('prepare zip: rejects callers who could not download it', async (t) => {
  const folder = await makeFolder(owner, 'numbered')
  await putFile(owner, 'a.txt', 'a', folder)
  const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { max_downloads: 1 })
  const prepare = (client: typeof first) =>
    client.post<Zip>(`/api/sharing/zip/${token}`, { items: [{ id: folder, type: 'folder' }] })
  const first = anonymous(app)
  const other = anonymous(app)
  const ready = await prepare(other)
  t.equal(ready.status, 201, 'to be made ready takes no download')
  const taken = await prepare(first)
  await (await first.fetch(taken.body.data.attributes.url)).arrayBuffer()
  await eventually(t, () => counted(token), 1)
  const late = await prepare(other)
  t.same([late.status, late.body.code], [410, 'download-limit-reached'])
  const again = await prepare(first)
  t.equal(again.status, 201, 'what one has, one may take again')
  t.equal((await first.fetch(again.body.data.attributes.url)).status, 200)
})

t.test('rejected download: redirects browsers to the link’s page; other clients get the JSON error', async (t) => {
  const file = await putFile(owner, 'once.txt', 'once')
  const { token } = await makeShare(owner, file, { max_downloads: 1 })
  const locked = await makeShare(owner, file, { password: 'harbour at dawn' })
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const url = (of: string) => `/file/${file.id}/once.txt?share=${of}&download=1`
  const window = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: told } = await anonymous(app).fetch(path, { headers: { accept, ...headers } })
    return [status, told.get('location')]
  }
  t.equal(await (await anonymous(app).fetch(url(token), { headers: { accept } })).text(), 'once', 'nothing is rejected')
  await eventually(t, () => counted(token), 1)
  const usedUp = [303, `/share/${token}?problem=sharing.download-limit-reached`]
  t.same(await window(url(token)), usedUp)
  t.same(await window(url(token), { 'sec-fetch-dest': 'document' }), usedUp)
  t.same(await window(`/api/sharing/zip/${token}?items=${file.id}|file`), usedUp)
  t.same(await window(url(locked.token)), [303, `/share/${locked.token}?problem=sharing.share-locked`])
  t.same(await window(url('unknown')), [303, '/share/unknown?problem=sharing.share-not-found'])
  t.same(await window(url('/evil.example')), [303, '/share/%2Fevil.example?problem=sharing.share-not-found'])
  t.same(await window(url(token), { 'sec-fetch-dest': 'iframe' }), usedUp, 'an embedded page')
  t.same(await window(url(token), { 'sec-fetch-dest': 'image' }), [410, null])
  t.same(await window(`/file/${file.id}/once.txt?download=1`), [401, null], 'no link is named')
  const program = await anonymous(app).fetch(url(token), { headers: { accept: '*/*' } })
  t.equal(program.status, 410)
  t.match(await program.json(), { type: 'error', code: 'download-limit-reached' })
})
