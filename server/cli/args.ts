import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Wrong usage of a command, with a one-line message for the terminal. */
export class UsageError extends Error {}

/**
 * Parses `--name value` options, flags and at most `maxPositionals` positional arguments. Throws `UsageError` for an option
 * that is not in `options`, and for an empty value, which comes from an unset variable of a script.
 */
export const readArgs = (
  args: readonly string[],
  options: Record<string, 'string' | 'boolean'>,
  maxPositionals = 0,
): { values: Record<string, string | undefined>; flags: Record<string, boolean>; rest: string[] } => {
  const { values, positionals } = parse(args, options)
  const entries = Object.entries(values)
  const [empty] = entries.find(([, value]) => value === '') ?? []
  if (empty) throw new UsageError(`--${empty} has an empty value`)
  if (positionals.length > maxPositionals) throw new UsageError(`unexpected argument ${positionals[maxPositionals]}`)
  return {
    values: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) as Record<string, string>,
    flags: Object.fromEntries(entries.filter(([, value]) => typeof value === 'boolean')) as Record<string, boolean>,
    rest: positionals,
  }
}

const parse = (args: readonly string[], options: Record<string, 'string' | 'boolean'>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}

/**
 * Path of a file or folder that an argument names, from the folder of the terminal: the launchers change to Coffer's folder.
 */
export const pathFromTerminal = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)

export const requireOption = (values: Record<string, string | undefined>, name: string): string => {
  const value = values[name]
  if (!value) throw new UsageError(`--${name} is missing`)
  return value
}

/** Prints the result of a command: as JSON, or as one line for people. */
export const printResult = (result: object, line: string, { json }: { json?: boolean | undefined }): void =>
  console.log(json ? JSON.stringify(result, null, 2) : line)
