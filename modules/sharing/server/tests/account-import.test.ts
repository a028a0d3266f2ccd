import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { prepareExport } from '../../../../tests/support/data-exports.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { teamWith } from '../../../../tests/support/teams.ts'
import type { Operation } from '../../../storage/contract.ts'

const [here, there] = [await testApp(t), await testApp(t)]

const exportOf = async (owner: Actor): Promise<Buffer> => {
  await prepareExport(owner)
  const answer = await owner.client.fetch('/api/user/export/download')
  t.match(answer.headers.get('content-disposition'), /filename="account-export-\d{4}-\d\d-\d\d\.zip"/)
  return Buffer.from(await answer.arrayBuffer())
}

const imported = async ({ client }: Actor, item_id: string): Promise<Operation['attributes']> => {
  const { status, body } = await client.post<{ data: Operation }>('/api/import', { item_id })
  if (status !== 202) throw new Error(`import: ${status} ${JSON.stringify(body)}`)
  const read = () => client.get<{ data: Operation }>(`/api/operations/${body.data.id}`)
  return (await poll(read, (answer) => answer.body.data.attributes.state !== 'running')).body.data.attributes
}

/** Contents of an account without ids: files and folders by their paths, links, favorites and settings. */
const contentsOf = async ({ coffer }: TestApp, { id }: Actor) => {
  const { db } = coffer.platform
  const tree = `with recursive tree as (
      select i.id, i.name::text as path, i.is_folder, i.size, i.blob_id, coalesce(i.modified_at, i.updated_at) as modified_at, i.color, i.emoji from items i
      where i.owner_id = $1 and i.parent_id is null and i.trashed_at is null and i.name not like 'account-export%'
      union all
      select i.id, t.path || '/' || i.name, i.is_folder, i.size, i.blob_id, coalesce(i.modified_at, i.updated_at) as modified_at, i.color, i.emoji
      from tree t join items i on i.parent_id = t.id where i.trashed_at is null)`
  const read = (statement: string) => db.query(`${tree} ${statement}`, [id])
  return {
    items: await read(`select t.path, t.is_folder, t.size, encode(b.sha256, 'hex') as sha256, t.color, t.emoji,
      case when t.is_folder then null else t.modified_at end as modified_at
      from tree t left join blobs b on b.id = t.blob_id order by path collate "C"`),
    links: await read(`select t.path, s.permission, s.slug, s.label, s.expires_at, s.allow_download, s.max_downloads,
      s.password_hash, s.allow_indexing, s.require_email_code, s.notify_on_download,
      array(select email from share_recipients r where r.share_id = s.id order by email) as recipients
      from tree t join shares s on s.item_id = t.id order by t.path collate "C", s.slug, s.label`),
    favorites: await read('select t.path from favourites f join tree t on t.id = f.item_id order by f.position'),
    views: await read(`select coalesce(t.path, v.key) as of, v.settings from view_settings v
      left join tree t on t.id = v.folder_id where v.user_id = $1 order by coalesce(t.path, v.key) collate "C"`),
    channels: await db.query(
      'select category, channel from notification_settings where user_id = $1 order by category',
      [id],
    ),
  }
}

t.test('an account arrives with its export: everything is in its place, and what is not is told', async (t) => {
  const [owner, other, neighbor] = [await signUp(here), await signUp(here), await signUp(there)]
  const { client } = owner
  const papers = await makeFolder(owner, 'Papers')
  await client.patch(`/api/rename/${papers}`, { color: 'green', emoji: { name: 'books', char: '📚' } })
  const plans = await makeFolder(owner, 'Plans: draft?', papers)
  await putFile(owner, 'Top.txt', 'at the top', null, { mtime: '2021-03-04T05:06:07.891Z' })
  const deep = await putFile(owner, 'con.txt', 'x'.repeat(700_000), plans, { mtime: '2020-02-03T04:05:06.007Z' })
  await putFile(owner, 'readme.txt', 'first', papers)
  await putFile(owner, 'README.txt', 'upper case', papers)
  await putFile(owner, 'readme.txt', 'a later text', papers, { on_conflict: 'replace' })
  const trashed = await putFile(owner, 'Old.txt', 'in the trash')
  await client.post('/api/remove', { items: [{ id: trashed.id, type: 'file', force_delete: false }] })
  await teamWith(owner, [[other, 'can_view']], 'Team')
  for (const id of [plans, papers]) await client.post('/api/favourites', { ids: [id] })
  await client.put(`/api/views/${papers}`, { preview: 'grid' })
  await client.put('/api/views/files', { density: 'compact' })
  await client.patch('/api/notifications/settings', { category: 'gift', channel: 'mail' })
  await client.post(`/api/items/${papers}/comments`, { body: 'A comment' })
  const folder = { id: papers, type: 'folder' }
  const file = { id: deep.id, type: 'file' }
  const expires_at = '2099-01-01T00:00:00.000Z'
  await makeShare(owner, folder, { permission: 'editor', label: 'For all', expires_at, allow_indexing: true })
  await makeShare(owner, folder, { label: 'Twice' })
  await makeShare(owner, folder, { label: 'Twice' })
  await makeShare(owner, file, { slug: 'my-own-name', max_downloads: 5, notify_on_download: 'each', download: true })
  await makeShare(owner, file, { slug: 'taken-name', download: false })
  await makeShare(owner, file, { emails: ['friend@example.org', 'a@example.org'], require_email_code: true })
  await makeShare(owner, file, { password: 'a long password', isPassword: true })
  const ended = await makeShare(owner, file, { label: 'ended', expires_at })
  await here.coffer.platform.db.query(`update shares set expires_at = now() - interval '1 hour' where id = $1`, [
    ended.id,
  ])
  const request = await client.post('/api/file-request', { title: 'Photos' })
  t.equal(request.status, 201)
  await makeShare(neighbor, await putFile(neighbor, 'mine.txt', 'mine'), { slug: 'taken-name' })

  const bytes = await exportOf(owner)
  const before = await contentsOf(here, owner)
  const arrived = await signUp(there)
  const archive = await putFile(arrived, 'account-export.zip', bytes)
  const first = await imported(arrived, archive.id)
  t.match(first, {
    kind: 'import',
    state: 'done',
    undoable: false,
    imported: { files: 4, folders: 3, present: 0, links: 6, favorites: 2 },
  })
  t.strictSame(
    first.left_out.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
    [
      { reason: 'comment', count: 1, names: ['Papers'] },
      {
        reason: 'earlier-version',
        count: 1,
        names: first.left_out.find((each) => each.reason === 'earlier-version')?.names,
      },
      { reason: 'in-trash', count: 1, names: ['Old.txt'] },
      { reason: 'link-address', count: 1, names: ['con.txt'] },
      { reason: 'link-ended', count: 1, names: ['con.txt'] },
      { reason: 'link-with-password', count: 1, names: ['con.txt'] },
      { reason: 'team-member', count: 1, names: [`Team: ${other.email}`] },
      { reason: 'upload-request', count: 1, names: ['Photos'] },
    ],
  )
  const after = await contentsOf(there, arrived)
  t.same(after.items, before.items)
  t.same(after.favorites, before.favorites)
  t.same(after.views, before.views)
  t.same(after.channels, before.channels)
  type LinkOf = { slug: string | null; password_hash: string | null; label: string | null }
  const kept = (before.links as LinkOf[])
    .filter(({ password_hash, label }) => !password_hash && label !== 'ended')
    .map((link) => (link.slug === 'taken-name' ? { ...link, slug: null } : link))
  const inOrder = (links: unknown[]) => links.map((link) => JSON.stringify(link)).sort()
  t.same(inOrder(after.links), inOrder(kept))
  t.same(await mailsTo(there.dataDir, 'friend@example.org'), [], 'no recipient is emailed')

  const again = await imported(arrived, archive.id)
  t.match(again, { state: 'done', imported: { files: 0, folders: 0, present: 4, links: 6, favorites: 2 } })
  t.same(again.left_out, first.left_out, 'also the link with another address')
  t.same(await contentsOf(there, arrived), after, 'a second import changes nothing')

  t.equal((await neighbor.client.post('/api/import', { item_id: archive.id })).status, 404)
})

t.test('an export returns to its own account: the links are there already, also those with a limit', async (t) => {
  const owner = await signUp(here)
  const file = await putFile(owner, 'a.txt', 'a')
  const share = await makeShare(owner, file, { max_downloads: 3, slug: 'three-times' })
  const { db } = here.coffer.platform
  await db.query('insert into share_access_totals (share_id, shard, downloads) values ($1, 0, 1)', [share.id])
  const archive = await putFile(owner, 'account-export.zip', await exportOf(owner))
  const before = await contentsOf(here, owner)
  t.match(await imported(owner, archive.id), {
    state: 'done',
    imported: { files: 0, present: 1, links: 1 },
    left_out: [],
  })
  t.same(await contentsOf(here, owner), before)

  const elsewhere = await signUp(there)
  const copy = await putFile(elsewhere, 'account-export.zip', await exportOf(owner))
  await imported(elsewhere, copy.id)
  t.match(
    (await contentsOf(there, elsewhere)).links,
    [{ slug: 'three-times', max_downloads: 2 }],
    'what was left of it',
  )
})

t.test(
  'A75: content that was there before and that of an export are not opened by each other’s links unseen',
  async (t) => {
    const [owner, arrived, member] = [await signUp(here), await signUp(there), await signUp(there)]
    const made = async (name: string, parent: string | null, link?: object) => {
      const id = await makeFolder(owner, name, parent)
      await putFile(owner, `${name}.txt`, `the export’s ${name}`, id)
      if (link) await makeShare(owner, { id, type: 'folder' }, { permission: 'editor', ...link })
      return id
    }
    await made('Below', await made('Papers', null, { slug: 'papers-of-a' }), { slug: 'below-of-a' })
    await made('Clean', null, { slug: 'clean-of-a' })
    await made('Photos', null)
    await made('Inner', await makeFolder(owner, 'Outer'))
    const bytes = await exportOf(owner)

    const papers = await makeFolder(arrived, 'Papers')
    await putFile(arrived, 'secret.txt', 'private', await makeFolder(arrived, 'Deep', papers))
    // Folders that hold nothing else are no reason.
    await makeFolder(arrived, 'Clean')
    await makeShare(arrived, { id: await makeFolder(arrived, 'Photos'), type: 'folder' })
    await makeShare(arrived, { id: await makeFolder(arrived, 'Apart'), type: 'folder' })
    const inner = await teamWith(arrived, [[member, 'can_view']], 'Inner')
    await arrived.client.post('/api/move', {
      to_id: await makeFolder(arrived, 'Outer'),
      items: [{ id: inner.id, type: 'folder' }],
    })
    const archive = await putFile(arrived, 'account-export.zip', bytes)
    const slugs = async () =>
      (await contentsOf(there, arrived)).links.map((link) => (link as { slug: string | null }).slug).filter(Boolean)
    const first = await imported(arrived, archive.id)
    t.match(first, { state: 'done', imported: { links: 2 } })
    t.strictSame(first.left_out, [
      { reason: 'open-folder', count: 2, names: ['Inner', 'Photos'] },
      { reason: 'link-merged', count: 1, names: ['Papers'] },
    ])
    t.same((await slugs()).sort(), ['below-of-a', 'clean-of-a'])
    const again = await imported(arrived, archive.id)
    t.strictSame(
      again.left_out,
      [{ reason: 'link-merged', count: 1, names: ['Papers'] }],
      'nothing new was put anywhere',
    )
  },
)
