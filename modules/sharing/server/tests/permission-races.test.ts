import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import { lockItems, waitsForLock } from '../../../../tests/support/locks.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db, jobs } = app.coffer.platform

/** Begins work while a transaction that has ended its permission is not committed yet. */
const whileEnding = async <T>(ending: string, id: string, work: () => Promise<T>): Promise<T> => {
  const { begun } = await db.transaction(async (tx) => {
    await tx.query(ending, [id])
    const begun = work()
    await Promise.race([begun, waitsForLock(db)])
    return { begun }
  })
  return begun
}

const editorOf = async (name: string) => {
  const folder = await makeFolder(owner, name)
  const [file, inner] = [await putFile(owner, 'a.txt', 'a', folder), await makeFolder(owner, 'inner', folder)]
  const { id, token } = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
  const [client, items] = [anonymous(app), [{ id: file.id, type: 'file' }]]
  await client.get(`/api/sharing/${token}`)
  const calls = {
    remove: () => client.post(`/api/sharing/remove/${token}`, { items }),
    move: () => client.post(`/api/sharing/move/${token}`, { items, to_id: inner }),
    rename: () => client.patch(`/api/sharing/rename/${file.id}/${token}`, { name: 'b.txt', type: 'file' }),
    createFolder: () => client.post(`/api/sharing/create-folder/${token}`, { name: 'new', parent_id: inner }),
    tint: () => client.patch(`/api/sharing/rename/${inner}/${token}`, { color: 'teal', type: 'folder' }),
  }
  return { id, token, folder, file, inner, calls }
}

/** Names and folders of the items below `folder`, without the trash. */
const below = (folder: string) =>
  db.query(
    `with recursive tree as (select id, parent_id, name from items where parent_id = $1 and trashed_at is null union all
       select i.id, i.parent_id, i.name from items i join tree on i.parent_id = tree.id where i.trashed_at is null
     ) select name, parent_id from tree order by name`,
    [folder],
  )

const endings: Record<string, [sql: string, status: number]> = {
  revoked: ['delete from shares where id = $1', 404],
  expired: ['update shares set expires_at = now() where id = $1', 404],
  'for visitors only': [`update shares set permission = 'visitor' where id = $1`, 403],
  locked: [`update shares set password_hash = 'x', password_version = password_version + 1 where id = $1`, 403],
  'for named people': ['update shares set require_email_code = true where id = $1', 403],
}

for (const [name, [ending, status]] of Object.entries(endings))
  t.test(`links: an editor’s calls racing a link that is ${name} change nothing after it`, async (t) => {
    for (const call of ['remove', 'move', 'rename', 'createFolder'] as const) {
      const { id, folder, calls } = await editorOf(`${name} ${call}`)
      const before = await below(folder)
      t.equal((await whileEnding(ending, id, calls[call])).status, status, call)
      t.same(await below(folder), before, call)
    }
  })

t.test('links: an editor’s calls racing a move out of the folder change nothing after it', async (t) => {
  const moveOut = async (id: string, work: () => Promise<{ status: number }>) => {
    const { begun } = await db.transaction(async (tx) => {
      await lockItems(tx, owner.id)
      await tx.query('update items set parent_id = null where id = $1', [id])
      const begun = work()
      await Promise.race([begun, waitsForLock(db)])
      return { begun }
    })
    return (await begun).status
  }
  const { file, inner, calls } = await editorOf('moved')
  t.equal(await moveOut(inner, calls.createFolder), 404)
  t.same(await below(inner), [])
  t.equal(await moveOut(file.id, calls.rename), 404)
  t.match(await db.query('select name from items where id = $1', [file.id]), [{ name: 'a.txt' }])
  const other = await editorOf('moved too')
  t.equal(await moveOut(other.inner, other.calls.tint), 404)
  t.match(await db.query('select color from items where id = $1', [other.inner]), [{ color: null }])
})

t.test('links: a revocation waits for a change that has begun, and answers after it', async (t) => {
  const { token, calls, folder } = await editorOf('waits')
  const order: string[] = []
  const note = (name: string) => (answer: { status: number }) => order.push(`${name} ${answer.status}`)
  const waiting = async () =>
    (await db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length
  const { both } = await db.transaction(async (tx) => {
    await tx.lock(`coffer.tree.${owner.id}`)
    const removed = calls.remove().then(note('remove'))
    await waitsForLock(db)
    const revoked = owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] }).then(note('revoke'))
    await Promise.race([revoked, poll(async () => (await waiting()) >= 2)])
    t.same(order, [], 'neither has an answer')
    return { both: [removed, revoked] }
  })
  await Promise.all(both)
  t.same([...order].sort(), ['remove 200', 'revoke 200'])
  t.equal((await below(folder)).length, 1)
})

t.test('links: a batch of an operation racing a revocation changes nothing after it', async (t) => {
  const { id, folder, file, inner, calls } = await editorOf('batch')
  t.equal((await calls.move()).status, 200)
  const [again] = await db.query<{ id: string }>(
    `insert into operations (kind, owner_id, scope, input, target_folder_id, total, background)
     select kind, owner_id, scope, input, $2, 1, true from operations where target_folder_id = $1 returning id`,
    [inner, folder],
  )
  const batch = () => jobs.runNow('operation', { id: again?.id })
  await whileEnding('delete from shares where id = $1', id, batch)
  t.match(await db.query('select state, error from operations where id = $1', [again?.id]), [
    { state: 'failed', error: 'forbidden' },
  ])
  t.match(await db.query('select parent_id from items where id = $1', [file.id]), [{ parent_id: inner }])
})

t.test('file requests: an uploader’s calls racing a close or a revocation change nothing after it', async (t) => {
  const requestEndings: [sql: string, status: number][] = [
    [`update file_requests set status = 'closed', closed_at = now() where id = $1`, 410],
    ['delete from file_requests where id = $1', 404],
  ]
  for (const [ending, status] of requestEndings)
    for (const call of ['remove', 'move', 'rename', 'createFolder'] as const) {
      const { id, token } = await makeFileRequest(owner, {})
      const client = anonymous(app)
      const file = await sendFile(client, token, 'a.txt', 'a')
      const folder = file.relationships.parent?.data.id as string
      const path = `/api/file-request/${token}`
      const made = await client.post<{ data: { id: string } }>(`${path}/create-folder`, { name: 'inner' })
      const items = [{ id: file.id, type: 'file' }]
      const calls = {
        remove: () => client.post(`${path}/remove`, { items }),
        move: () => client.post(`${path}/move`, { items, to_id: made.body.data.id }),
        rename: () => client.patch(`${path}/rename/${file.id}`, { name: 'b.txt', type: 'file' }),
        createFolder: () => client.post(`${path}/create-folder`, { name: 'late' }),
      }
      const before = await below(folder)
      t.equal((await whileEnding(ending, id, calls[call])).status, status, call)
      t.same(await below(folder), before, call)
    }
})
