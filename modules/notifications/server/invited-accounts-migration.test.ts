import t from 'tap'
import { Migration20261128001100_invited_accounts } from '../../../migrations/Migration20261128001100_invited_accounts.ts'
import { proveEmail, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { makeFileRequest } from '../../../tests/support/file-requests.ts'

t.test('migration: stored links become ids of requests; accounts without a proven email lose theirs', async (t) => {
  const app = await testApp(t)
  const { db } = app.coffer.platform
  const [ann, bob] = [await signUp(app), await signUp(app)]
  await proveEmail(ann)
  const { id, token } = await makeFileRequest(ann)
  const link = (of: string) => ({ type: 'url', params: { url: `/request/${of}/upload`, target: 'blank' } })
  const invitation = { type: 'invitation', params: { id } }
  for (const userId of [ann.id, bob.id])
    for (const [template, action] of [
      ['requestInvited', link(token)],
      ['requestInvited', link('revoked')],
      ['teamInvitation', invitation],
      ['teamJoined', null],
    ] as const)
      await db.query(`insert into notifications (user_id, category, template, action) values ($1, 'gift', $2, $3)`, [
        userId,
        template,
        action && JSON.stringify(action),
      ])
  const migration = new Migration20261128001100_invited_accounts(undefined as never, undefined as never)
  migration.up()
  await db.query('drop index file_requests_emails_index')
  for (const query of migration.getQueries()) await db.query(query as string)
  const kept = await db.query(
    'select user_id, template, action from notifications order by user_id = $1, template, action',
    [bob.id],
  )
  t.same(kept, [
    { user_id: ann.id, template: 'requestInvited', action: { type: 'request', params: { id } } },
    { user_id: ann.id, template: 'requestInvited', action: null },
    { user_id: ann.id, template: 'teamInvitation', action: invitation },
    { user_id: ann.id, template: 'teamJoined', action: null },
    { user_id: bob.id, template: 'teamJoined', action: null },
  ])
})
