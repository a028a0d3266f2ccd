import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../dist/client/assets/chunks/', import.meta.url)

/** Address of the only chunk with these texts. */
export const chunkWith = (...texts: string[]): string => {
  const names = readdirSync(folder).filter((name) => {
    const code = name.endsWith('.js') ? readFileSync(new URL(name, folder), 'utf8') : ''
    return texts.every((text) => code.includes(text))
  })
  if (names.length !== 1) throw new Error(`${texts}: in ${names.length} chunks`)
  return `**/${names[0]}`
}
