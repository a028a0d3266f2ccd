import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Listing, Version } from '../../../storage/contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const member = await signUp(app)
const { db, settings } = app.coffer.platform

/** An editor who replaces `contract.pdf`, whose content is the owner's. */
interface Place {
  folder: string
  file: string
  replace(content: string): Promise<string>
}
const original = 'the original'

const places: Record<string, (name: string) => Promise<Place>> = {
  'an editor link': async (name) => {
    const folder = await makeFolder(owner, name)
    const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
    const client = anonymous(app)
    await client.get('/api/csrf')
    return placeOf(folder, { client }, `/api/sharing/upload/chunks/${token}`)
  },
  'a team member': async (name) => {
    const { id } = await teamWith(owner, [[member, 'can_edit']], name)
    return placeOf(id, member)
  },
}

const placeOf = async (folder: string, editor: Parameters<typeof putFile>[0], path?: string): Promise<Place> => {
  const file = (await putFile(owner, 'contract.pdf', original, folder)).id
  const replace = async (content: string) =>
    (await putFile(editor, 'contract.pdf', content, folder, { on_conflict: 'replace' }, path)).id
  return { folder, file, replace }
}

const textOf = async (path: string | null) => (await owner.client.fetch(path ?? '/')).text()
const versionsOf = async (file: string) => {
  const { body } = await owner.client.get<{ data: { data: Version }[] }>(`/api/items/${file}/versions`)
  return Promise.all(body.data.map(({ data }) => textOf(data.attributes.file_url)))
}

for (const [who, placeFor] of Object.entries(places)) {
  t.test(`${who} that replaces a file keeps the owner's content beyond the maximum of versions (D21)`, async (t) => {
    await settings.set({ versions_max: 1, versions_retention_days: 30 })
    const { file, replace } = await placeFor(`versions: ${who}`)
    for (const content of ['first', 'second', 'third']) t.equal(await replace(content), file)
    t.same(await versionsOf(file), ['second', original], 'the editor pushed out only what the editor had sent')
    t.same(await wrongCounters(db), [])
    await putFile(owner, 'contract.pdf', 'by the owner', (await parentOf(file)) as string, { on_conflict: 'replace' })
    t.same(await versionsOf(file), ['third'], 'the maximum applies when the owner replaces the file')
    t.same(await wrongCounters(db), [])
  })

  for (const off of ['versions_max', 'versions_retention_days'] as const)
    t.test(`${who} that replaces a file puts it into the trash without versions (${off} 0, D21)`, async (t) => {
      await settings.set({ versions_max: 50, versions_retention_days: 30, [off]: 0 })
      const { folder, file, replace } = await placeFor(`${off}: ${who}`)
      t.equal(await replace(original), file, 'the same content replaces nothing')
      const made = await replace('new')
      t.not(made, file)
      const active = await owner.client.get<Listing>(`/api/browse/folders/${folder}`)
      t.match(active.body.data, [{ data: { id: made, attributes: { name: 'contract.pdf' } } }])
      t.equal(active.body.data.length, 1)
      t.equal((await owner.client.post('/api/trash/restore', { items: [{ id: file, type: 'file' }] })).status, 200)
      t.equal(await textOf(`/file/${file}/contract.pdf`), original)
      t.same(await wrongCounters(db), [])
    })
}

const parentOf = async (id: string) =>
  (await db.query<{ parent_id: string | null }>('select parent_id from items where id = $1', [id]))[0]?.parent_id ??
  null

t.test('a link editor whose file is skipped is not logged as having uploaded the one that stays', async (t) => {
  const folder = await makeFolder(owner, 'skipped')
  const { id, token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  await putFile(owner, 'contract.pdf', original, folder)
  const path = `/api/sharing/upload/chunks/${token}`
  const client = anonymous(app)
  await client.get('/api/csrf')
  for (const on_conflict of ['skip', 'keep-both'])
    await putFile({ client }, 'contract.pdf', 'by the editor', folder, { on_conflict }, path)
  const lines = await db.query("select 1 from share_access_log where share_id = $1 and action = 'uploaded'", [id])
  t.equal(lines.length, 1)
})
