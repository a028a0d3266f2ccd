import t from 'tap'
import { anonymous, signIn, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import { seedOneFolder } from '../../../../tests/support/seed.ts'
import { putFile } from '../../../../tests/support/shares.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { type Item, itemsChanged, type Listing } from '../../../storage/contract.ts'
import type { FileRequest, PublicFileRequest } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)

t.test('D51: uploaded items page by keyset: files received between pages neither repeat nor hide others', async (t) => {
  const { token } = await makeFileRequest(owner, { name: 'lists' })
  const uploader = anonymous(app)
  const list = async (query: string, id = 'all') =>
    (await uploader.get<Listing>(`/api/file-request/${token}/browse/${id}?${query}`)).body
  const namesOf = ({ data }: Listing) => data.map(({ data }) => data.attributes.name)
  t.match(await list(''), { data: [], meta: { root: null, paginate: { total: 0, currentPage: 1, lastPage: 1 } } })
  for (const name of ['a10.txt', 'a2.txt', 'b.txt', 'c.txt', 'd.txt']) await sendFile(uploader, token, name, name)
  const { body } = await uploader.post<{ data: Item }>(`/api/file-request/${token}/create-folder`, {
    name: 'z folder',
  })
  const folder = body.data.id
  await sendFile(uploader, token, 'inner.txt', 'inner', { parent_id: folder })
  const byName = await list('sort=name&direction=ASC')
  t.same(namesOf(byName), ['z folder', 'a2.txt', 'a10.txt', 'b.txt', 'c.txt', 'd.txt'])
  t.match(byName.meta, { root: { data: { attributes: { items: 6 } } }, paginate: { total: 6 } })
  t.same(namesOf(await list('sort=name&direction=ASC&per_page=2&page=2')), ['a10.txt', 'b.txt'])

  const first = await list('per_page=3')
  t.same(namesOf(first), ['z folder', 'd.txt', 'c.txt'])
  await sendFile(uploader, token, 'e.txt', 'e')
  const second = await list(`per_page=3&cursor=${first.meta.paginate.nextCursor}`)
  t.same(namesOf(second), ['b.txt', 'a2.txt', 'a10.txt'])
  t.equal(second.meta.paginate.nextCursor, null)

  await putFile(owner, 'of the owner.txt', 'not the uploader’s', folder)
  const inner = await list('', folder)
  t.same(namesOf(inner), ['inner.txt'])
  t.match(inner.meta, { root: { data: { id: folder, attributes: { items: 1, size: 5 } } }, paginate: { total: 1 } })
  t.equal((await uploader.get(`/api/file-request/${token}/browse/all?cursor=2`)).status, 422)
})

t.test(
  'the request’s folder shows an uploader the bytes of others only where everybody sees everything (A18)',
  async (t) => {
    for (const visibility of ['own', 'none', 'all']) {
      const { token } = await makeFileRequest(owner, { visibility })
      const [ann, bob, new_] = [anonymous(app), anonymous(app), anonymous(app)]
      const { attributes } = await sendFile(ann, token, 'a.txt', 'ann’s')
      await sendFile(bob, token, 'b.txt', 'bob')
      await putFile(owner, 'c.txt', 'of the owner', attributes.parent_id)
      await app.coffer.platform.jobs.runNow('aggregate-folder-sizes')
      const shown = async (by: typeof ann) => {
        const { body } = await by.get<{ data: PublicFileRequest }>(`/api/file-request/${token}`)
        const listing = await by.get<Listing>(`/api/file-request/${token}/browse/all`)
        return [body.data.relationships.folder?.data, listing.body.meta.root?.data].map((item) => item?.attributes.size)
      }
      const of = (bytes: number) => (visibility === 'all' ? [22, 22] : [bytes, bytes])
      t.same([await shown(ann), await shown(bob), await shown(new_)], [of(7), of(3), of(0)], visibility)
    }
  },
)

t.test('changes of a request notify the owner’s other tabs, not the one that made them', async (t) => {
  const { db, jobs } = app.coffer.platform
  const person = await signUp(app)
  const folder = await seedOneFolder(db, person.id, 'inbox')
  const mine = await testSocket(t, app, person.client)
  const other = await testSocket(t, app, (await signIn(app, person)).client)
  const headers = { 'x-socket-id': mine.id }
  const told = async (what: string) => t.same(await other.next(itemsChanged), { parent_id: folder }, what)
  const made = await person.client.post<{ data: FileRequest }>('/api/file-request', { folder_id: folder }, { headers })
  const { token } = made.body.data.attributes
  const at = `/api/file-request/${token}`
  await told('created')
  await person.client.patch(at, { allow_uploader_close: true }, { headers })
  await told('edited')
  await person.client.post(at, { _method: 'delete' }, { headers })
  await told('closed')
  await person.client.post(`${at}/reopen`, {}, { headers })
  await told('reopened')
  await person.client.post(`${at}/revoke`, {}, { headers })
  await told('revoked')
  t.equal(mine.count(itemsChanged), 0)

  const closing = await makeFileRequest(person, { folder_id: folder, allow_uploader_close: true })
  await told('created without a tab')
  await anonymous(app).post(`/api/file-request/${closing.token}`, { _method: 'delete' })
  await told('closed by an uploader')
  const ending = await makeFileRequest(person, { folder_id: folder, expires_at: null })
  await told('created without a tab')
  await db.query('update file_requests set expires_at = now() where id = $1', [ending.id])
  await jobs.runNow('expire-requests')
  await told('ended by its deadline')
})
