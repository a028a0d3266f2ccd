import type { MailField } from '../../contract.ts'

const decoded = (text: string) => decodeURIComponent(text)

/** Form values of an external database URL, without its password. */
export const databaseValues = (databaseUrl: string | null): Record<string, string> => {
  const url = databaseUrl ? URL.parse(databaseUrl) : null
  if (!url) return {}
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || '5432',
    name: decoded(url.pathname.slice(1)),
    username: decoded(url.username),
    password_stored: url.password && '1',
  }
}

/** Driver → field of the form with the driver's secret. */
const secretFields: Record<string, MailField> = {
  mailgun: 'mailgun_secret',
  ses: 'ses_secret_access_key',
  postmark: 'postmark_token',
  smtp: 'password',
}

/** Form values of the stored mail server, without its secret. `log`: there is none, emails are written to files. */
export const mailValues = (mailUrl: string): Record<string, string> => {
  const url = mailUrl ? URL.parse(mailUrl) : null
  if (!url) return { mailDriver: 'log' }
  const { protocol, searchParams: options, hostname, password } = url
  const shared = { mail_sender: options.get('sender') ?? '', password_stored: password && '1' }
  if (protocol === 'mailgun:')
    return { mailDriver: 'mailgun', ...shared, mailgun_domain: url.pathname.slice(1), mailgun_endpoint: hostname }
  if (protocol === 'postmark:') return { mailDriver: 'postmark', ...shared }
  if (protocol === 'ses:')
    return {
      mailDriver: 'ses',
      ...shared,
      ses_access_key: decoded(url.username),
      ses_region: options.get('region') ?? '',
    }
  return {
    mailDriver: 'smtp',
    ...shared,
    host: hostname,
    port: url.port || '587',
    username: decoded(url.username),
    encryption: protocol === 'smtps:' ? 'ssl' : options.has('requireTLS') ? 'tls' : '',
  }
}

/** Secret of the stored mail server, with its field in the form; null without one. */
export const storedMailSecret = (mailUrl: string): { driver: string; field: MailField; value: string } | null => {
  const value = storedPassword(mailUrl)
  const { mailDriver: driver = '' } = mailValues(mailUrl)
  const field = secretFields[driver]
  return value && field ? { driver, field, value } : null
}

/** The password in a stored URL; it is used when a form leaves the password out. */
export const storedPassword = (url: string | null): string => decoded((url && URL.parse(url)?.password) || '')
