import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { ShareLink } from '../../contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform
const audited = async (action: string, target: string) =>
  (
    await db.query<{ details: Record<string, unknown> | null }>(
      'select details from audit_log where action = $1 and target = $2 order by id',
      [action, target],
    )
  ).map(({ details }) => details)

t.test('audit log: records changed links and failed unlock attempts', async (t) => {
  const file = await putFile(owner, 'd.txt', 'd')
  const { token, id } = await makeShare(owner, file, { password: 'first words' })
  t.match(await audited('sharing.link.created', id), [{ item: file.id, protected: true }])
  t.notMatch(JSON.stringify(await audited('sharing.link.created', id)), 'first words')
  const visitor = anonymous(app)
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'wrong words' })
  t.same(await audited('sharing.unlock.failed', id), [{ reason: 'wrong-password' }])
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'first words' })
  await (await visitor.fetch(`/file/${file.id}?share=${token}`)).text()
  const downloads = async () => (await audited('sharing.link.downloaded', id)).length
  t.equal(await poll(downloads), 1)
  await owner.client.patch(`/api/share/${token}`, { protected: false })
  t.match(await audited('sharing.link.changed', id), [{ before: { protected: true }, after: { protected: false } }])
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  t.equal((await audited('sharing.link.revoked', id)).length, 1)
})

t.test('audit log: each change of who may open a link is one entry, before and after', async (t) => {
  const person = await signUp(app)
  const file = await putFile(person, 'who.txt', 'who')
  const emails = ['ann@example.org', 'bob@example.org']
  const { token, id } = await makeShare(person, file, { password: 'first words', emails })
  const masked = ['a…@example.org', 'b…@example.org']
  t.match(await audited('sharing.link.created', id), [{ recipients: masked }])
  const at = `/api/share/${token}`
  const patch = (changes: object) => person.client.patch(at, changes)
  const add = () => person.client.post(`${at}/email`, { emails: ['eve@example.org'] })
  await add()
  t.match(await add(), { status: 200 }, 'sent again: the same people')
  const { relationships } = (await person.client.get<{ data: ShareLink }>(at)).body.data
  const ann = relationships.recipients.find(({ email }) => email === emails[0])
  t.equal((await person.client.delete(`${at}/recipients/${ann?.id}`)).status, 204)
  await patch({ label: 'not about access', notify_on_download: 'each' })
  for (const change of [
    { password: 'other words' },
    { max_downloads: 3 },
    { slug: 'secret-path' },
    { slug: 'other-path' },
  ])
    t.match(await patch(change), { status: 200 })
  const changes = await audited('sharing.link.changed', id)
  t.equal(changes.length, 6)
  for (const change of changes) t.notSame(change?.before, change?.after)
  t.match(changes, [
    { before: { recipients: masked }, after: { recipients: [...masked, 'e…@example.org'] } },
    { after: { recipients: ['b…@example.org', 'e…@example.org'] } },
    { before: { password_version: 0 }, after: { password_version: 1 } },
    { before: { max_downloads: null }, after: { max_downloads: 3 } },
    { before: { custom_link: null } },
    {},
  ])
  t.notMatch(JSON.stringify(changes), /words|-path|(ann|bob|eve)@/)
})

t.test('audit log: file requests that are created, changed, closed, reopened and revoked', async (t) => {
  const person = await signUp(app)
  const { token, id } = await makeFileRequest(person, { email: 'uma@example.org', max_files: 2 })
  const at = `/api/file-request/${token}`
  t.match(await audited('sharing.request.created', id), [{ recipients: ['u…@example.org'], max_files: 2 }])
  t.equal((await person.client.patch(at, { max_files: 5, visibility: 'all' })).status, 200)
  t.equal((await person.client.patch(at, { title: 'Only another name' })).status, 200)
  const uploader = anonymous(app)
  await uploader.post(`${at}/uploader`, {})
  t.ok((await uploader.delete(at)).status < 300)
  t.equal((await person.client.post(`${at}/reopen`, {})).status, 200)
  t.match(await audited('sharing.request.changed', id), [
    { before: { max_files: 2, visibility: 'own' }, after: { max_files: 5, visibility: 'all' } },
    { before: { status: 'active' }, after: { status: 'closed' } },
    { before: { status: 'closed' }, after: { status: 'active' } },
  ])
  t.strictSame(
    await db.query('select distinct actor_id from audit_log where target = $1 order by actor_id', [id]),
    [{ actor_id: person.id }, { actor_id: null }],
    'an uploader closed it',
  )
  t.ok((await person.client.post(`${at}/revoke`, {})).status < 300)
  t.equal((await audited('sharing.request.revoked', id)).length, 1)
})

t.test('audit log: a request that closes or expires by itself', async (t) => {
  const person = await signUp(app)
  const idle = await makeFileRequest(person, {})
  const due = await makeFileRequest(person, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  t.match(await audited('sharing.request.created', idle.id), [{ auto_close: true }])
  await db.query(
    `update file_requests set received_files = 1, last_upload_at = now() - interval '1 year' where id = $1`,
    [idle.id],
  )
  await db.query(`update file_requests set expires_at = now() - interval '1 minute', grace_minutes = 0 where id = $1`, [
    due.id,
  ])
  await app.coffer.platform.jobs.runNow('expire-requests')
  for (const [id, status] of [
    [idle.id, 'closed'],
    [due.id, 'expired'],
  ] as const)
    t.match(await audited('sharing.request.changed', id), [{ before: { status: 'active' }, after: { status } }])
})
