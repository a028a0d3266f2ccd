import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { withoutMails } from '../../../../tests/support/mails-in-transaction.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'

const app = await testApp(t)
const { platform } = app.coffer
const owner = await signUp(app)
const emails = ['out@example.org']
const countOf = async (sql: string) =>
  (await platform.db.query<{ count: number }>(`select count(*)::int ${sql}`))[0]?.count
const file = await putFile(owner, 'plan.txt', 'x')
const link = await makeShare(owner, file)

/** Change that is announced by email → its stored rows, and the call that makes it. */
const changes: Record<string, { stored: string; act: () => Promise<unknown> }> = {
  'a link with recipients': {
    stored: 'from shares',
    act: () => owner.client.post('/api/share', { id: file.id, type: 'file', emails }),
  },
  'further recipients': {
    stored: 'from share_recipients where share_id = (select id from shares order by created_at limit 1)',
    act: () => owner.client.post(`/api/share/${link.token}/email`, { emails }),
  },
  'a request with recipients': {
    stored: 'from file_requests',
    act: () => owner.client.post('/api/file-request', { title: 'Drawings', emails }),
  },
  'a report of a link': {
    stored: 'from abuse_reports',
    act: async () => {
      const visitor = anonymous(app)
      await visitor.get('/api/csrf')
      const csrf = decodeURIComponent(visitor.cookies.get('XSRF-TOKEN') ?? '')
      return visitor.fetch(`/share/${link.token}/report`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf, reason: 'spam' }).toString(),
        redirect: 'manual',
      })
    },
  },
}
await platform.settings.set({ contact_email: 'help@example.org' })

for (const [name, { stored, act }] of Object.entries(changes))
  t.test(`emails: ${name} is not stored when its email cannot be queued`, async (t) => {
    const before = await countOf(stored)
    await withoutMails(platform, act)
    t.equal(await countOf(stored), before, 'nothing is left without its email')
    await act()
    t.equal(await countOf(stored), (before ?? 0) + 1)
  })
