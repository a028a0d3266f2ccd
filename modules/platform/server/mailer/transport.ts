import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export interface OutgoingMail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

export interface Transport {
  /** Resolves when the mail server has accepted the email; with the path where it was written to a file. */
  deliver(mail: OutgoingMail): Promise<string | null>
  /** Rejects when the mail server cannot be reached or rejects the credentials. */
  verify(): Promise<void>
  close(): void
}

/** An email must not make nodemailer read files or fetch URLs as attachments. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true }

const smtp = (url: string): Transport => {
  const server = new URL(url)
  const limits = {
    pool: 'true',
    maxConnections: '2',
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '30000',
  }
  for (const [name, value] of Object.entries(limits))
    if (!server.searchParams.has(name)) server.searchParams.set(name, value)
  const transport = nodemailer.createTransport(server.href, noExternalContent)
  return {
    async deliver(mail) {
      await transport.sendMail(mail)
      return null
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Without MAIL_URL each email is written to a file, atomically. */
const mailFolder = (dataDir: string): Transport => {
  const dir = join(dataDir, 'mail')
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    ...noExternalContent,
  })
  return {
    async deliver(mail) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(mail)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
      const draft = join(dir, `.${name}`)
      await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx' })
      await rename(draft, join(dir, name))
      return join(dir, name)
    },
    verify: async () => undefined,
    close: () => transport.close(),
  }
}

/** By SMTP to the server of `mailUrl`; without one, emails become files below `dataDir`. */
export const createTransport = (mailUrl: string | null, dataDir: string): Transport =>
  mailUrl ? smtp(mailUrl) : mailFolder(dataDir)
