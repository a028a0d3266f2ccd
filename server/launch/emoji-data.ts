import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { rowsOf } from '../../modules/web/contract.ts'

/** Vite plugin: of emojibase's files the browser gets the rows that the picker shows (150 KB instead of 600). */
export const emojiData = (): Plugin => ({
  name: 'coffer:emoji-data',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0] ?? ''
    if (!/emojibase-data\/\w+\/compact\.json$/.test(file)) return undefined
    const rows = JSON.stringify(rowsOf(JSON.parse(await readFile(file, 'utf8'))))
    return { code: `export default JSON.parse(${JSON.stringify(rows)})`, moduleType: 'js' }
  },
})
