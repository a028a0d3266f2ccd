import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { anonymous, signUp } from '../actors.ts'
import { newAdmin } from '../admins.ts'
import { makeFolder, makeShare } from '../shares.ts'
import type { SettingProof, SettingScene } from './scene.ts'

/** The IP address that the owner of a link finds in its log after a visit. */
const loggedAddress = async ({ app, user }: SettingScene) => {
  const share = await makeShare(user, { id: await makeFolder(user, randomUUID()), type: 'folder' })
  await anonymous(app).get(`/api/sharing/folders/all/${share.token}`)
  const { data } = (await user.client.get<{ data: { ip: string | null }[] }>(`/api/share/${share.token}/log`)).body
  return data.map(({ ip }) => ip)[0]
}

/** Entries of a link's log that are two days old, after the job has run. */
const accessesKept = async ({ app, user }: SettingScene) => {
  const { db, jobs } = app.coffer.platform
  const { id, token } = await makeShare(user, { id: await makeFolder(user, randomUUID()), type: 'folder' })
  await db.query(
    `insert into share_access_log (share_id, action, visitor, occurred_at) values ($1, 'opened', 'v', now() - interval '2 days')`,
    [id],
  )
  await jobs.runNow('delete-old-access-log')
  return (await user.client.get<{ data: unknown[] }>(`/api/share/${token}/log`)).body.data.length
}

export const installationProofs = (scene: SettingScene) => {
  const { app, html } = scene
  return {
    share_log_addresses: ['none', () => loggedAddress(scene), null],
    share_log_retention_days: ['1', () => accessesKept(scene), 0],
    contact_email: [
      'help@example.org',
      async () => (await html('/.well-known/security.txt')).includes('mailto:help@example.org'),
      true,
    ],
    mails_paused: [true, () => app.coffer.platform.mailer.check(), 'paused'],
    language: ['de', async () => (await html('/sign-in')).includes('<html lang="de"'), true],
    allow_api_docs: [false, async () => (await anonymous(app).fetch('/developers')).status, 404],
    license: [
      'CODE-1',
      async () => {
        const { client } = await newAdmin(app)
        return (await (await client.fetch('/admin/settings/others')).text()).includes('CODE-1')
      },
      true,
    ],
  } satisfies Record<string, SettingProof>
}

/** Enters a mail server, which is tested by a real email. */
const enterServer = (url: string) => async (page: Page) => {
  const { hostname, port } = new URL(url)
  const card = page.getByRole('region', { name: 'Mail server' })
  await card.getByLabel('Host').fill(hostname)
  await card.getByLabel('Port').fill(port)
  await card.getByLabel('Encryption').selectOption('')
  await card.getByRole('button', { name: 'Test and save' }).click()
}

export const mailServer = ({ app, sink }: SettingScene) =>
  ({
    mail_url: [
      enterServer(sink.url),
      async () => {
        const { email } = await signUp(app)
        await app.coffer.platform.db.query('delete from rate_limits')
        await anonymous(app).post('/api/password/recover', { email })
        await app.coffer.platform.mailer.settled()
        return sink.received.some(({ to }) => to.includes(email))
      },
      true,
    ],
  }) satisfies Record<string, SettingProof>
