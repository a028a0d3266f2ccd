import { readFileSync } from 'node:fs'

interface Chunk {
  name?: string
  file: string
}

const manifest = new URL('../../dist/assets.json', import.meta.url)

/** Path of the build's file with the code that only signed-in people use. */
export const accountCodePath = (): string => {
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
  const chunk = Object.values(chunks).find(({ name }) => name === 'account')
  if (!chunk) throw new Error('the build has no code of signed-in people')
  return `/${chunk.file}`
}
