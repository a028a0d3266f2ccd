import type { Sql } from '../../platform/index.ts'
import { Emails } from './services/emails.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendSampleEmails = async (
  platform: ConstructorParameters<typeof Emails>[0],
  to: { email: string; locale: string },
  tx: Sql,
): Promise<void> => {
  const emails = new Emails(platform)
  await emails.verify(to, 'token', tx)
  await emails.reset(to, 'token', tx)
  await emails.existing(to)
  await emails.emailChangeOld(to, { email: 'new@example.org', token: 'token' }, tx)
  await emails.emailChangeNew(to, 'token', tx)
  await emails.passwordChanged(to, tx)
  await emails.exportReady(to, tx)
  await emails.deletionRequested({ ...to, timezone: null }, new Date(), tx)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await emails.newDevice(to, { ip: '192.0.2.7', userAgent }, tx)
  for (const notice of ['two-factor-enabled', 'two-factor-disabled', 'two-factor-codes-renewed'] as const)
    await emails.notice(to, notice, tx)
  for (const notice of [
    'passkey-added',
    'passkey-removed',
    'provider-linked',
    'provider-unlinked',
    'password-removed',
  ] as const)
    await emails.notice(to, notice, tx)
}
