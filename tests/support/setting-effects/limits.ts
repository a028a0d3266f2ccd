import { randomUUID } from 'node:crypto'
import { signUp } from '../actors.ts'
import { falsifyAuditLog } from '../audit-log.ts'
import { hydrated } from '../browser.ts'
import { rowShown } from '../files-page.ts'
import { makeFolder, putFile } from '../shares.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** Uploads for a new account, with a limit of its own where one is given; the status of the upload. */
const upload = async ({ app }: SettingScene, bytes: number, name = `${randomUUID()}.bin`, limit?: number) => {
  const owner = await signUp(app)
  if (limit !== undefined)
    await app.coffer.platform.db.query('update users set max_storage_bytes = $2 where id = $1', [owner.id, limit])
  return putFile(owner, name, Buffer.alloc(bytes, 1)).then(
    () => 201,
    (error: Error) => Number(/upload: (\d+)/.exec(error.message)?.[1]),
  )
}

const invite = async ({ app }: SettingScene) => {
  const { client } = await signUp(app)
  const invitations = [{ type: 'invitation', email: 'invited@example.org', permission: 'can_view' }]
  return (await client.post('/api/teams/folders', { name: 'Team', invitations })).status
}

/** An empty balance: while there is something in it, its currency stays. */
const balance = async ({ user }: SettingScene) =>
  (await user.client.get<{ data: { formatted: string } }>('/api/subscriptions/balance')).body.data.formatted

export const accountLimits = (scene: SettingScene) =>
  ({
    default_max_storage_amount: ['0.000002', () => upload(scene, 5_000), 423],
    billing_currency: ['JPY', () => balance(scene), '¥0'],
    default_max_team_member: ['0', () => invite(scene), 422],
  }) satisfies Record<string, SettingProof>

export const storageLimitation = (scene: SettingScene) =>
  ({ storage_limitation: [false, () => upload(scene, 5_000, undefined, 2_000), 201] }) satisfies Record<
    string,
    SettingProof
  >

export const subscriptionType = ({ user }: SettingScene) =>
  ({
    subscription_type: ['fixed', async () => (await user.client.fetch('/user/settings/billing')).status, 200],
  }) satisfies Record<string, SettingProof>

/** Pieces in which the user's browser uploads 300 kB. */
const pieces = async ({ app, page }: SettingScene) => {
  await page.goto(`${app.url}/platform/files`)
  await hydrated(page)
  let sent = 0
  const count = (request: { url(): string }) => {
    if (request.url().includes('/api/upload/chunks')) sent += 1
  }
  page.on('request', count)
  const name = `${randomUUID()}.bin`
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await chosen).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, name) })
  await rowShown(page, name)
  page.off('request', count)
  return sent
}

const replace = async ({ client }: Awaited<ReturnType<typeof signUp>>, name: string, content: string) => {
  const query = { name, on_conflict: 'replace', upload_id: randomUUID(), offset: '0', is_last_chunk: 'true' }
  await client.fetch(`/api/upload/chunks?${new URLSearchParams({ ...query, total_size: String(content.length) })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: content,
  })
}

/** Versions of a file that was replaced twice, so many days ago, after the job has run. */
const versions = async ({ app }: SettingScene, ageDays: number) => {
  const { db, jobs } = app.coffer.platform
  const owner = await signUp(app)
  const { id } = await putFile(owner, 'a.txt', 'one')
  for (const content of ['two', 'three']) await replace(owner, 'a.txt', content)
  await db.query('update item_versions set replaced_at = replaced_at - make_interval(days => $2) where item_id = $1', [
    id,
    ageDays,
  ])
  await jobs.runNow('purge-versions')
  return (await owner.client.get<{ data: unknown[] }>(`/api/items/${id}/versions`)).body.data.length
}

/** Items in the trash that came there two days ago, after the job has run. */
const trashKept = async ({ app }: SettingScene) => {
  const { db, jobs } = app.coffer.platform
  const owner = await signUp(app)
  const { id } = await putFile(owner, 'a.txt', 'one')
  await owner.client.post('/api/remove', { items: [{ id, type: 'file', force_delete: false }] })
  await db.query("update items set trashed_at = now() - interval '2 days' where id = $1", [id])
  await jobs.runNow('purge-trash')
  return (await owner.client.get<{ data: unknown[] }>('/api/browse/trash/all')).body.data.length
}

/** Entries of a folder whose only action was two days ago. */
const activityKept = async ({ app }: SettingScene) => {
  const { db, jobs } = app.coffer.platform
  const owner = await signUp(app)
  const folder = await makeFolder(owner, randomUUID())
  await makeFolder(owner, randomUUID(), folder)
  await db.query(`update folder_activity set created_at = now() - interval '2 days' where folder_id = $1`, [folder])
  await jobs.runNow('delete-old-activity')
  return (await owner.client.get<{ data: unknown[] }>(`/api/browse/activity/${folder}`)).body.data.length
}

/** Entries of the audit log of 40 days ago, after the job has run. */
const auditEntriesKept = async ({ app }: SettingScene) => {
  const { db, jobs, audit } = app.coffer.platform
  const target = randomUUID()
  await audit({ actorId: null, action: 'platform.key.rotated', target })
  await falsifyAuditLog(db, "update audit_log set created_at = now() - interval '40 days' where target = $1", [target])
  await jobs.runNow('delete-old-audit-entries')
  return (await db.query('select 1 from audit_log where target = $1', [target])).length
}

/** Files that are found by their text. */
const foundByText = async ({ app }: SettingScene) => {
  const owner = await signUp(app)
  await putFile(owner, 'letter.txt', Buffer.from('a pelican brief'))
  await app.coffer.storage.api.contentIndex.indexAll()
  return (await owner.client.get<{ meta: { total: number } }>('/api/search?content=pelican')).body.meta.total
}

export const uploads = (scene: SettingScene) =>
  ({
    upload_limit: ['1', () => upload(scene, 1_000_001), 413],
    chunk_size: ['0.0625', () => pieces(scene), 5],
    mimetypes_blacklist: ['.EXE, video', () => upload(scene, 1, 'tool.exe'), 422],
    content_search: [false, () => foundByText(scene), 0],
    trash_retention_days: ['1', () => trashKept(scene), 0],
    versions_max: ['1', () => versions(scene, 0), 1],
    versions_retention_days: ['1', () => versions(scene, 2), 0],
    activity_retention_days: ['1', () => activityKept(scene), 0],
    audit_retention_days: ['30', () => auditEntriesKept(scene), 0],
  }) satisfies Record<string, SettingProof>
