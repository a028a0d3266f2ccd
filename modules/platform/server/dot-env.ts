import { linkSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { writeSecretFile } from './atomic-file.ts'

/**
 * Sets variables in `DATA_DIR/.env`, and removes variables whose value is null: all at once; other lines stay. Takes effect
 * at the next start. Values are one line.
 */
export const setVariables = (dataDir: string, variables: Readonly<Record<string, string | null>>): void => {
  const file = join(dataDir, '.env')
  const lines = textOf(file).split('\n')
  const others = lines.filter((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]
    return line !== '' && !(name !== undefined && Object.hasOwn(variables, name))
  })
  const set = Object.entries(variables).flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoted(value)}`]))
  writeSecretFile(file, `${[...others, ...set].join('\n')}\n`)
}

/** '' for a file that does not exist, or was removed by another process. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

/**
 * Sets a variable that `DATA_DIR/.env` lacks. The result is the stored value: when several processes set it at the same
 * moment, all get the value of the first one. `value` is one line.
 */
export const setVariableIfMissing = (dataDir: string, name: string, value: string): string => {
  const proposal = join(dataDir, `.env.${name}`)
  const draft = `${proposal}.${process.pid}`
  writeSecretFile(draft, value)
  try {
    // Fails where another process was first.
    linkSync(draft, proposal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  // In this order: a proposal is removed only after its value, or an earlier one, was stored.
  const proposed = textOf(proposal)
  const stored = parseEnv(textOf(join(dataDir, '.env')))[name]?.trim()
  if (!stored) setVariables(dataDir, { [name]: proposed })
  rmSync(proposal, { force: true })
  return stored || proposed
}

/** Unquoted, `#` would begin a comment. */
const quoted = (value: string): string => {
  if (/^[\w:/?&=@.,%+~-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find((quote) => !value.includes(quote))
  if (mark === undefined || /[\r\n]/.test(value)) throw new Error('the value cannot be written to an environment file')
  return mark + value + mark
}
