import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'

/** The first that `wanted` finds in a mail to somebody in DATA_DIR/mail, newest first; waits for it up to 10 s. */
export const mailed = async (
  dataDir: string,
  email: string,
  wanted: (mail: { subject: string; text: string }) => string | undefined,
): Promise<string> => {
  const folder = join(dataDir, 'mail')
  for (let tries = 0; tries < 100; tries += 1) {
    const files = existsSync(folder) ? readdirSync(folder) : []
    for (const file of files.sort().reverse()) {
      if (!file.endsWith('.eml')) continue
      const { subject = '', text = '', to } = await PostalMime.parse(readFileSync(join(folder, file)))
      if (!to?.some(({ address }) => address === email)) continue
      const found = wanted({ subject, text })
      if (found) return found
    }
    await sleep(100)
  }
  throw new Error(`no such mail to ${email}`)
}

/** The newest mailed link to that path. */
export const mailedLink = (dataDir: string, email: string, path: string): Promise<string> =>
  mailed(dataDir, email, ({ text }) => text.match(/https?:\/\/[^\s<>"]+/g)?.find((address) => address.includes(path)))
