import { UsageError } from './args.ts'
import { becomeOwner } from './become-owner.ts'
import { commands } from './commands.ts'
import { interruptionSignal } from './interruption.ts'

/** Plural forms of commands that people type. */
const aliases: Record<string, string> = { settings: 'setting' }

/** Loaded late: few commands show their help. */
const self = async () => (await import('../../modules/platform/index.ts')).commandLine()

const helpOf = async (lines: readonly string[]) =>
  [`${await self()} <command>`, ...lines.map((line) => `  ${line}`)].join('\n')
const allHelp = () => helpOf(Object.values(commands).flatMap(({ help }) => help))

/**
 * Runs the command that the arguments name; resolves with its exit code. 0: done; 1: rejected or failed, with a one-line reason;
 * 2: wrong usage; interrupted: see `runInterruptible`.
 */
export const runCommand = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(await allHelp())
    return name === undefined ? 2 : 0
  }
  const fullName = aliases[name] ?? name
  const command = Object.hasOwn(commands, fullName) ? commands[fullName] : undefined
  if (!command) {
    console.error(`There is no command ${name}. ${await self()} help shows them all.`)
    return 2
  }
  if (args.includes('--help')) {
    console.log(await helpOf(command.help))
    return 0
  }
  try {
    if (!command.asRoot) becomeOwner(process.env.DATA_DIR ?? 'data')
    const code = await command.run(args)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    if (interruptionSignal.aborted) return 1
    if (error instanceof UsageError) {
      console.error(error.message)
      return 2
    }
    const { commandFailureText } = await import('./failure-text.ts')
    console.error(commandFailureText(name, error))
    return 1
  }
}
