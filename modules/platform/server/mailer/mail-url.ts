import type { MailDriver } from '../../contract.ts'

/** How emails are sent, as forms give it: the driver with the fields of its account. */
export interface MailServerInput {
  /** `log`: emails are written to files. */
  mailDriver: MailDriver
  smtp?: {
    host: string
    port: number
    username?: string
    password?: string
    /** `ssl`: TLS from the first byte; `tls`: STARTTLS is required; empty: STARTTLS where the server offers it. */
    encryption: 'tls' | 'ssl' | ''
    /** Sender; missing: the contact email. */
    email?: string
  }
  mailgun?: { domain: string; secret: string; endpoint: string; sender: string }
  ses?: {
    access_key: string
    secret_access_key: string
    default_region: string
    session_token?: string
    sender: string
  }
  postmark?: { token: string; sender: string }
}

const signIn = (name: string, secret: string) => `${encodeURIComponent(name)}:${encodeURIComponent(secret)}@`
const query = (fields: Record<string, string | undefined>): string => {
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The `mail_url` of a form; empty: emails are written to files. Null when the fields of the driver are missing. */
export const mailUrlOf = ({ mailDriver, smtp, mailgun, ses, postmark }: MailServerInput): string | null => {
  if (mailDriver === 'log') return ''
  if (mailDriver === 'smtp' && smtp) {
    const { host, port, username = '', password = '', encryption, email } = smtp
    const options = query({ requireTLS: encryption === 'tls' ? 'true' : undefined, sender: email })
    const account = username ? signIn(username, password) : ''
    return `${encryption === 'ssl' ? 'smtps' : 'smtp'}://${account}${host}:${port}${options}`
  }
  if (mailDriver === 'mailgun' && mailgun) {
    const { domain, secret, endpoint, sender } = mailgun
    return `mailgun://${signIn('', secret)}${endpoint}/${domain}${query({ sender })}`
  }
  if (mailDriver === 'postmark' && postmark)
    return `postmark://${signIn('', postmark.token)}api.postmarkapp.com${query({ sender: postmark.sender })}`
  if (mailDriver === 'ses' && ses) {
    const { access_key, secret_access_key, default_region: region, session_token: token, sender } = ses
    const host = `email.${region}.amazonaws.com`
    return `ses://${signIn(access_key, secret_access_key)}${host}${query({ region, token, sender })}`
  }
  return null
}
