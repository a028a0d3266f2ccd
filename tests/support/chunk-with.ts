import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../dist/client/assets/chunks/', import.meta.url)
let codes: { name: string; code: string }[] | undefined

/** Address of the only chunk with these texts. */
export const chunkWith = (...texts: string[]): string => {
  codes ??= readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(new URL(name, folder), 'utf8') }))
  const found = codes.filter(({ code }) => texts.every((text) => code.includes(text)))
  if (found.length !== 1) throw new Error(`${texts}: in ${found.length} chunks`)
  return `**/${found[0]?.name}`
}
