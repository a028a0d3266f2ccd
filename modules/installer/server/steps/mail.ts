import { type MailDriver, mailDrivers } from '../../../platform/contract.ts'
import { type MailServerInput, mailUrlOf, type Platform } from '../../../platform/index.ts'
import { type BodyOf, isMailbox } from '../../../shared/contract.ts'
import { type MailField, mailFields, type setEnvironment } from '../../contract.ts'
import { installerErrors } from '../errors.ts'
import { storedMailSecret } from './stored-values.ts'

type Body = BodyOf<typeof setEnvironment>

const isMailDriver = (value: unknown): value is MailDriver => mailDrivers.includes(value as MailDriver)

const patterns: Partial<Record<MailField, Pick<RegExp, 'test'>>> = {
  host: /^[A-Za-z0-9.:[\]_-]{1,255}$/,
  mailgun_domain: /^[A-Za-z0-9.-]{1,253}$/,
  mailgun_endpoint: /^api\.(eu\.)?mailgun\.net$/,
  ses_region: /^[a-z0-9-]{4,30}$/,
  mail_sender: { test: isMailbox },
}
const optional: readonly MailField[] = ['port', 'username', 'password', 'encryption', 'ses_session_token']

/** Field → text, for the fields of a driver's account. Throws 422 with all missing and invalid ones. */
const accountOf = (driver: Exclude<MailDriver, 'log'>, body: Body): Record<string, string> => {
  const account = Object.fromEntries(mailFields[driver].map((field) => [field, String(body[field] ?? '').trim()]))
  const isValid = (field: MailField) =>
    account[field] ? (patterns[field]?.test(account[field]) ?? true) : optional.includes(field)
  const port = Number(account.port || 587)
  const wrong = [
    ...mailFields[driver].filter((field) => !isValid(field)),
    ...(Number.isInteger(port) && port > 0 && port <= 65_535 ? [] : ['port']),
  ]
  if (wrong.length > 0)
    throw installerErrors.fail('value-invalid', {
      errors: Object.fromEntries(wrong.map((field) => [field, ['installer:error.value-invalid']])),
    })
  return account
}

const inputOf = (driver: MailDriver, body: Body): MailServerInput => {
  if (driver === 'log') return { mailDriver: driver }
  const account = accountOf(driver, body)
  const { mail_sender: sender = '' } = account
  const text = (field: MailField) => account[field] ?? ''
  if (driver === 'smtp') {
    const encryption = (['tls', 'ssl'] as const).find((value) => value === account.encryption) ?? ''
    const [username, password] = [text('username'), String(body.password ?? '')]
    return {
      mailDriver: driver,
      smtp: { host: text('host'), port: Number(account.port || 587), username, password, encryption },
    }
  }
  if (driver === 'mailgun')
    return {
      mailDriver: driver,
      mailgun: {
        domain: text('mailgun_domain'),
        secret: text('mailgun_secret'),
        endpoint: text('mailgun_endpoint'),
        sender,
      },
    }
  if (driver === 'postmark') return { mailDriver: driver, postmark: { token: text('postmark_token'), sender } }
  return {
    mailDriver: driver,
    ses: {
      access_key: text('ses_access_key'),
      secret_access_key: text('ses_secret_access_key'),
      default_region: text('ses_region'),
      session_token: text('ses_session_token'),
      sender,
    },
  }
}

/** URL of the form's mail server. The form may leave out the stored secret as long as its other fields are unchanged. */
const withStoredSecret = (driver: MailDriver, body: Body, current: string): string => {
  const secret = storedMailSecret(current)
  const isStored = secret !== null && secret.driver === driver && !body[secret.field]
  const same = isStored ? mailUrlOf(inputOf(driver, { ...body, [secret.field]: secret.value })) : null
  return same !== null && same === current ? same : (mailUrlOf(inputOf(driver, body)) ?? '')
}

/**
 * Stores the form's mail server as a setting, once it has accepted the sign-in. Stores nothing when the environment sets the
 * mail server or the form has none. Throws 422 `mail-unreachable`, or with all invalid fields.
 */
export const chooseMailServer = async (
  { config, mailer, settings }: Pick<Platform, 'config' | 'mailer' | 'settings'>,
  body: Body,
): Promise<void> => {
  if (config.mailUrl || body.mailDriver === undefined) return
  const { mailDriver: driver } = body
  if (!isMailDriver(driver)) throw installerErrors.fail('value-invalid', { field: 'mailDriver' })
  const current = await settings.get('mail_url')
  const url = withStoredSecret(driver, body, current)
  if (url === current) return
  const field = driver === 'log' ? 'mailDriver' : mailFields[driver][0]
  if (url && settings.definitions.mail_url?.type.parse(url) === undefined)
    throw installerErrors.fail('value-invalid', { field })
  if (url && !(await mailer.accepts(url))) throw installerErrors.fail('mail-unreachable', { field })
  await settings.setText('mail_url', url)
}
