import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendBillingSampleMails } from '../../modules/billing/index.ts'
import { sendDigestSample } from '../../modules/notifications/index.ts'
import { type Mail, type Platform, renderHtml, renderText, type SettingName } from '../../modules/platform/index.ts'
import { sendSharingSampleMails } from '../../modules/sharing/index.ts'
import { sendContactMail } from '../../modules/site/index.ts'
import { sendTeamSampleMails } from '../../modules/teams/index.ts'
import { sendAccountSampleMails } from '../../modules/users/index.ts'
import { pathFromTerminal, printResult, readArgs, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const to = 'jane@example.org'
const fileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Every kind of email in one language, rendered with the installation's branding. */
const samples = async ({ db, settings, ...platform }: Platform, locale: string): Promise<Mail[]> => {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) } as unknown as Platform['mailer']
  const localized = {
    get: (name: SettingName) => (name === 'language' ? Promise.resolve(locale) : settings.get(name)),
  } as Platform['settings']
  const { config, i18n, log } = platform
  const sender = { config, i18n, log, mailer, settings: localized }
  const unlimited = { tryConsume: async () => true }
  await sendAccountSampleMails({ ...sender, limiter: unlimited }, { email: to, locale }, db)
  await sendSharingSampleMails(sender, to, db)
  await sendTeamSampleMails(sender, to)
  await sendBillingSampleMails(sender, to)
  await sendContactMail(sender, to, 'grace@example.org', 'Do you offer invoices?\n\nThank you, Grace')
  await sendDigestSample({ ...sender, db }, { email: to, locale })
  return mails
}

/** `mails preview [--out <folder>]`: writes every email in every language as text and HTML, and sends none. */
export const mailsCommand = async ([action, ...args]: readonly string[]): Promise<void> => {
  if (action !== 'preview') throw new UsageError('mails preview [--out <folder>] [--json]')
  const { values, flags } = readArgs(args, { out: 'string', json: 'boolean' })
  const folder = pathFromTerminal(values.out ?? 'mails')
  await withApp(async ({ platform }) => {
    const brand = await platform.mailer.brand()
    let count = 0
    for (const locale of platform.i18n.locales) {
      mkdirSync(join(folder, locale), { recursive: true })
      for (const [at, mail] of (await samples(platform, locale)).entries()) {
        // Subjects may be equal.
        const file = join(folder, locale, `${String(at + 1).padStart(2, '0')}-${fileName(mail.subject)}`)
        writeFileSync(`${file}.txt`, `${mail.subject}\n\n${renderText(mail, brand)}\n`)
        writeFileSync(`${file}.html`, renderHtml(mail, brand))
        count += 1
      }
    }
    printResult({ count, folder }, `wrote ${count} emails to ${folder}`, flags)
  })
}
