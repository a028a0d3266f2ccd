import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { TreeNode } from '../../../storage/contract.ts'
import type { PublicShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform

interface Section {
  location: string
  name: string
  isMovable: boolean
  isOpen: boolean
  folders: TreeNode[]
}

const navigation = (client: ReturnType<typeof anonymous>, token: string) =>
  client.get<Section[]>(`/api/sharing/navigation/${token}`)

t.test('navigation: the folders below a shared folder are one public section', async (t) => {
  const above = await makeFolder(owner, 'above')
  const shared = await makeFolder(owner, 'shared', above)
  await makeFolder(owner, 'beside', above)
  const outer = await makeFolder(owner, 'b outer', shared)
  await makeFolder(owner, 'a first', shared)
  const inner = await makeFolder(owner, 'inner', outer)
  await putFile(owner, 'text.txt', 'text', outer)
  const trashed = await makeFolder(owner, 'trashed', shared)
  await makeFolder(owner, 'in the trash', trashed)
  await owner.client.post('/api/remove', { items: [{ id: trashed, type: 'folder' }] })
  const { token } = await makeShare(owner, { id: shared, type: 'folder' })

  const { status, body } = await navigation(anonymous(app), token)
  t.equal(status, 200)
  t.equal(body.length, 1)
  const [section] = body
  t.match(section, { location: 'public', name: 'Home', isMovable: true, isOpen: true })
  t.same(
    section?.folders.map(({ name, parent_id }) => [name, parent_id]),
    [
      ['a first', shared],
      ['b outer', shared],
    ],
  )
  t.match(section?.folders[1], { id: outer, items: 2, folders: [{ id: inner, parent_id: outer, folders: [] }] })
  t.notMatch(JSON.stringify(body), /above|beside|trash/)
})

t.test('navigation: empty for a link to a file, 404 for an unknown link', async (t) => {
  const file = await putFile(owner, 'single.txt', 'single')
  const { token } = await makeShare(owner, file)
  const { status, body } = await navigation(anonymous(app), token)
  t.equal(status, 200)
  t.same(
    body.map(({ location, folders }) => [location, folders]),
    [['public', []]],
  )
  t.equal((await navigation(anonymous(app), 'unknown-token')).status, 404)
})

t.test('navigation: a tree above the limit is cut at its deepest level', async (t) => {
  const shared = await makeFolder(owner, 'large')
  await db.query(
    `with level as (
       insert into items (owner_id, parent_id, is_folder, name, kind)
       select $1, $2, true, 'folder ' || n, 'folder' from generate_series(1, 100) n returning id
     ) insert into items (owner_id, parent_id, is_folder, name, kind)
       select $1, id, true, 'inner ' || n, 'folder' from level, generate_series(1, 100) n`,
    [owner.id, shared],
  )
  const { token } = await makeShare(owner, { id: shared, type: 'folder' })
  const [section] = (await navigation(anonymous(app), token)).body
  t.equal(section?.folders.length, 100)
  const inner = section?.folders.reduce((sum, { folders }) => sum + folders.length, 0)
  t.equal(inner, 10_000 - 100)
})

t.test('D43: the public fields of an open link', async (t) => {
  const file = await putFile(owner, 'open.txt', 'open')
  const { id, token, link } = await makeShare(owner, file, { expiration: 24 })
  const { body } = await anonymous(app).get<{ data: PublicShareLink }>(`/api/sharing/${token}`)
  t.match(body.data, {
    id,
    type: 'shared',
    attributes: {
      token,
      link,
      protected: false,
      locked: false,
      expire_in: 24,
      permission: 'visitor',
      item_id: file.id,
    },
  })
  const endless = await makeShare(owner, file)
  const shown = await anonymous(app).get<{ data: PublicShareLink }>(`/api/sharing/${endless.token}`)
  t.equal(shown.body.data.attributes.expire_in, 0)
})
