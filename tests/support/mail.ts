import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { patience } from './soon.ts'

/** The first that `wanted` finds in a mail to somebody in DATA_DIR/mail, newest first; waits for it. */
export const mailed = async (
  dataDir: string,
  email: string,
  wanted: (mail: { subject: string; text: string }) => string | undefined,
): Promise<string> => {
  const folder = join(dataDir, 'mail')
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    const files = existsSync(folder) ? readdirSync(folder) : []
    for (const file of files.sort().reverse()) {
      if (!/^[^.].*\.eml$/.test(file)) continue
      const { subject = '', text = '', to } = await PostalMime.parse(readFileSync(join(folder, file)))
      if (!to?.some(({ address }) => address === email)) continue
      const found = wanted({ subject, text })
      if (found) return found
    }
  }
  throw new Error(`no such mail to ${email}`)
}

/** The newest mailed link to that path. */
export const mailedLink = (dataDir: string, email: string, path: string): Promise<string> =>
  mailed(dataDir, email, ({ text }) => text.match(/https?:\/\/[^\s<>"]+/g)?.find((address) => address.includes(path)))
