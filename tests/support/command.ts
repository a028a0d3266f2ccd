import { format } from 'node:util'
import { runCommand } from '../../server/cli/run-command.ts'
import { childEnv } from './child-env.ts'
import type { Outcome } from './cli.ts'

/**
 * `cli` without a process of its own, which takes four times as long: for tests of what a command does and prints. One at a
 * time: its environment and output are those of this process.
 */
export const runCommandInProcess = async (env: Record<string, string>, ...args: string[]): Promise<Outcome> => {
  const { env: own } = process
  const { log, error } = console
  const outcome = { code: -1, out: '', err: '' }
  process.env = { ...childEnv, ...env }
  console.log = (...texts) => {
    outcome.out += `${format(...texts)}\n`
  }
  console.error = (...texts) => {
    outcome.err += `${format(...texts)}\n`
  }
  try {
    outcome.code = await runCommand(args)
    return outcome
  } finally {
    process.env = own
    Object.assign(console, { log, error })
  }
}
