import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from './atomic-file.ts'

/**
 * Sets variables in `DATA_DIR/.env`, or removes those that are null: all at once, and nothing else changes. Takes effect at
 * the next start. Values are one line.
 */
export const setVariables = (dataDir: string, variables: Readonly<Record<string, string | null>>): void => {
  const file = join(dataDir, '.env')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const others = lines.filter((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]
    return line !== '' && !(name !== undefined && Object.hasOwn(variables, name))
  })
  const set = Object.entries(variables).flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoted(value)}`]))
  writeSecret(file, `${[...others, ...set].join('\n')}\n`)
}

/** Unquoted, `#` would begin a comment. */
const quoted = (value: string): string => {
  if (/^[\w:/?&=@.,%+~-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find((quote) => !value.includes(quote))
  if (mark === undefined || /[\r\n]/.test(value)) throw new Error('the value cannot be written to an environment file')
  return mark + value + mark
}
