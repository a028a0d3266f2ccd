import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { toEmojiRows, twemojiUrl } from '../../modules/web/contract.ts'

/**
 * Vite plugin: reduces emojibase's files to the rows that the picker shows (150 KB instead of 600). Omits the newest emoji
 * until Twemoji has images of them, because the fonts of most devices lack them too.
 */
export const emojiDataPlugin = (): Plugin => ({
  name: 'coffer:emoji-data',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0] ?? ''
    if (!/emojibase-data\/\w+\/compact\.json$/.test(file)) return undefined
    const pictures = new Set(await readdir(dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/package.json')))))
    const all = toEmojiRows(JSON.parse(await readFile(file, 'utf8')))
    const rows = JSON.stringify(all.filter(([char]) => pictures.has(basename(twemojiUrl(char)))))
    return { code: `export default JSON.parse(${JSON.stringify(rows)})`, moduleType: 'js' }
  },
})
