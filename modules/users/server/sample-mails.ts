import type { Sql } from '../../platform/index.ts'
import { AccountMails } from './services/account-mails.ts'

/** Sends each kind of email of this module once, for `cli mails preview`. */
export const sendAccountSampleMails = async (
  platform: ConstructorParameters<typeof AccountMails>[0],
  recipient: { email: string; locale: string },
  tx: Sql,
): Promise<void> => {
  const mails = new AccountMails(platform)
  const to = { ...recipient, email_proven_at: new Date() }
  await mails.verify(to, 'token', tx)
  await mails.reset(to, 'token', tx)
  await mails.existing(to)
  await mails.emailChangeOld(to, { email: 'new@example.org', token: 'token' }, tx)
  await mails.emailChangeNew(to, 'token', tx)
  await mails.passwordChanged(to, tx)
  await mails.exportReady(to, tx)
  await mails.deletionRequested({ ...to, timezone: null }, { at: new Date(), losses: [] }, tx)
  await mails.deletionCancelled(to, tx)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await mails.newDevice(to, { ip: '192.0.2.7', userAgent }, tx)
  for (const notice of ['two-factor-enabled', 'two-factor-disabled', 'two-factor-codes-renewed'] as const)
    await mails.notice(to, notice, tx)
  for (const notice of [
    'passkey-added',
    'passkey-removed',
    'provider-linked',
    'provider-unlinked',
    'password-removed',
    'methods-removed',
    'token-created',
    'token-created-by-token',
  ] as const)
    await mails.notice(to, notice, tx)
}
