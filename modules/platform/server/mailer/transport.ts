import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../../shared/contract.ts'
import type { Egress } from '../egress/index.ts'
import { apiTransport, isMailApi } from './api-transport.ts'
import type { MailTransport } from './outgoing-mail.ts'

/** An email must not make nodemailer read files or fetch URLs as attachments. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true }

/** Loaded with the first email, and not before: a server at rest does without its memory. */
const loadNodemailer = async () => (await import('nodemailer')).default

/** Timeouts until an email is handed over, so that another attempt makes no copy. */
const reached = { connectionTimeout: '10000', greetingTimeout: '10000' }
/** As many as emails are sent at a time. */
const pooled = { ...reached, pool: 'true', maxConnections: '2' }
/** Timeouts of a check, which sends no email: a person waits for its result. */
const promptly = { ...reached, socketTimeout: '30000' }

/** `url` with these options, unless it has others. */
const withOptions = (url: string, options: Record<string, string>): string => {
  const server = new URL(url)
  for (const [name, value] of Object.entries(options))
    if (!server.searchParams.has(name)) server.searchParams.set(name, value)
  return server.href
}

/**
 * The timeout of an email is nodemailer's own, ten minutes for an answer: a server may examine a message before it accepts
 * it, and delivers it even when the client stops waiting (RFC 5321, 4.5.3.2.6), so that another attempt would be a copy.
 */
const smtp = async (url: string): Promise<MailTransport> => {
  const nodemailer = await loadNodemailer()
  const transport = nodemailer.createTransport(withOptions(url, pooled), noExternalContent)
  return {
    async deliver(mail, signal) {
      await transport.sendMail({ ...mail, signal })
      return null
    },
    async verify() {
      await nodemailer.createTransport(withOptions(url, promptly)).verify()
    },
    close: () => transport.close(),
  }
}

/** Emails contain recipients and links, and are not kept for longer. */
const keptMs = 30 * dayMs

/** Removes emails that are too old by the time at the beginning of their file names, drafts of ended processes too. */
const removeOldMails = async (dir: string): Promise<void> => {
  const oldest = fileNameOf(new Date(Date.now() - keptMs))
  for (const name of await readdir(dir)) {
    const [, dated] = /^\.?(\d{4}-.*\.eml)$/.exec(name) ?? []
    if (dated && dated < oldest) await rm(join(dir, name))
  }
}

const fileNameOf = (time: Date): string => time.toISOString().replaceAll(':', '-')

/** Without MAIL_URL each email is written to a file, atomically. */
const mailFolder = async (dataDir: string): Promise<MailTransport> => {
  const dir = join(dataDir, 'mail')
  const nodemailer = await loadNodemailer()
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    ...noExternalContent,
  })
  let cleanedAt = 0
  return {
    async deliver(mail) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(mail)
      const name = `${fileNameOf(new Date())}-${randomBytes(4).toString('hex')}.eml`
      const draft = join(dir, `.${name}`)
      try {
        await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx' })
        await rename(draft, join(dir, name))
      } catch (error) {
        // Each attempt would leave one.
        await rm(draft, { force: true })
        throw error
      }
      if (Date.now() - cleanedAt > dayMs) {
        cleanedAt = Date.now()
        // The email is written; the next one after a day tries again.
        await removeOldMails(dir).catch(() => undefined)
      }
      return join(dir, name)
    },
    verify: async () => undefined,
    close: () => transport.close(),
  }
}

const transportTo = async (mailUrl: string, egress: Egress): Promise<MailTransport> => {
  const url = new URL(mailUrl)
  const sender = url.searchParams.get('sender')
  url.searchParams.delete('sender')
  const transport = isMailApi(url) ? apiTransport(url, egress) : await smtp(url.href)
  if (!sender) return transport
  // Mail services accept only senders that they have verified.
  return {
    ...transport,
    deliver: (mail, signal) => transport.deliver({ ...mail, from: { ...mail.from, address: sender } }, signal),
  }
}

/** The transport to the server or service of `mailUrl`; null: emails become files below `dataDir`. */
export const createTransport = (mailUrl: string | null, dataDir: string, egress: Egress): Promise<MailTransport> =>
  mailUrl ? transportTo(mailUrl, egress) : mailFolder(dataDir)
