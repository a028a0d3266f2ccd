import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'

export interface Letter {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
}

export interface Transport {
  /** Resolves when the server has taken it, or with the file it was written to. */
  deliver(letter: Letter): Promise<string | null>
  close(): void
}

/** Attachments from paths and addresses are not for us: nothing in a mail may read files or call out. */
const closed = { disableFileAccess: true, disableUrlAccess: true }

const smtp = (url: string): Transport => {
  const address = new URL(url)
  const limits = {
    pool: 'true',
    maxConnections: '2',
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '30000',
  }
  for (const [name, value] of Object.entries(limits))
    if (!address.searchParams.has(name)) address.searchParams.set(name, value)
  const transport = nodemailer.createTransport(address.href, closed)
  return {
    async deliver(letter) {
      await transport.sendMail(letter)
      return null
    },
    close: () => transport.close(),
  }
}

/** Without MAIL_URL each mail becomes a file, written whole or not at all. */
const folder = (dataDir: string): Transport => {
  const dir = join(dataDir, 'mail')
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...closed })
  return {
    async deliver(letter) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(letter)
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
      const draft = join(dir, `.${name}`)
      await writeFile(draft, message as Buffer, { mode: 0o600, flag: 'wx' })
      await rename(draft, join(dir, name))
      return join(dir, name)
    },
    close: () => transport.close(),
  }
}

export const createTransport = ({ mailUrl, dataDir }: Config): Transport => (mailUrl ? smtp(mailUrl) : folder(dataDir))
