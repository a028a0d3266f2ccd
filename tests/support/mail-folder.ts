import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Attachment } from 'postal-mime'
import { poll } from './poll.ts'

interface Read {
  subject: string
  text: string
  attachments: Attachment[]
}

/** Emails to a recipient in DATA_DIR/mail, newest first. */
export const mailsTo = async (dataDir: string, email: string): Promise<Read[]> => {
  const folder = join(dataDir, 'mail')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^[^.].*\.eml$/.test(file)) : []
  const mails = await Promise.all(
    files
      .sort()
      .reverse()
      .map((file) => PostalMime.parse(readFileSync(join(folder, file)))),
  )
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ subject = '', text = '', attachments }) => ({ subject, text, attachments }))
}

/** The first match of `wanted` in an email to a recipient, newest first; waits for it. */
export const mailed = async (
  dataDir: string,
  email: string,
  wanted: (mail: Read) => string | undefined,
): Promise<string> => {
  const find = async () => (await mailsTo(dataDir, email)).map(wanted).find(Boolean)
  return (await poll(find)) as string
}

/** The newest link with this path that was sent by email. */
export const mailedLink = (dataDir: string, email: string, path: string): Promise<string> =>
  mailed(dataDir, email, ({ text }) => text.match(/https?:\/\/[^\s<>"]+/g)?.find((address) => address.includes(path)))
