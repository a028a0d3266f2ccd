import type { Executor } from '../../platform/index.ts'
import { ShareMails } from './services/mails.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendSharingSampleMails = async (
  platform: ConstructorParameters<typeof ShareMails>[0],
  to: string,
  tx: Executor,
): Promise<void> => {
  const mails = new ShareMails(platform, { byEmail: async () => null })
  const [owner, item, title] = ['Ada Lovelace', 'Notes on the engine', 'Drawings']
  await mails.link({ id: '', email: to }, { owner, item, path: '/share/token' }, tx)
  await mails.code(to, { item, code: '123456', path: '/share/token/authenticate' })
  await mails.request(to, { owner, message: 'Please send the latest ones.' }, '/request/token', tx)
  for (const named of [title, null])
    await mails.confirmation(to, { owner, title: named, count: 3, bytes: 12_000_000 }, tx)
  await mails.abuseReport(to, { item }, tx)
}
