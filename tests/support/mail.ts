import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'

/** The newest link to that path in the mails to somebody in DATA_DIR/mail; waits for it up to 10 s. */
export const mailedLink = async (dataDir: string, email: string, path: string): Promise<string> => {
  const folder = join(dataDir, 'mail')
  for (let tries = 0; tries < 100; tries += 1) {
    const files = existsSync(folder) ? readdirSync(folder) : []
    for (const file of files.sort().reverse()) {
      if (!file.endsWith('.eml')) continue
      const { text, to } = await PostalMime.parse(readFileSync(join(folder, file)))
      if (!to?.some(({ address }) => address === email)) continue
      const link = text?.match(/https?:\/\/[^\s<>"]+/g)?.find((address) => address.includes(path))
      if (link) return link
    }
    await sleep(100)
  }
  throw new Error(`no mail to ${email} with a link to ${path}`)
}
