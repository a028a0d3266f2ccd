import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { soon } from '../../../../tests/support/soon.ts'
import type { Share } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
type Zip = { code?: string; data: { attributes: { url: string } } }

const counted = async (token: string) =>
  (await owner.client.get<{ data: Share }>(`/api/share/${token}`)).body.data.attributes.downloads

t.test('an archive is prepared for whom it would be sent to, and for nobody else', async (t) => {
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
  await soon(t, () => counted(token), 1)
  const late = await prepare(other)
  t.same([late.status, late.body.code], [410, 'downloads-used'])
  const again = await prepare(first)
  t.equal(again.status, 201, 'what one has, one may take again')
  t.equal((await first.fetch(again.body.data.attributes.url)).status, 200)
})
