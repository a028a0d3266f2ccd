import { execFile } from 'node:child_process'
import { appScript } from './app-script.ts'
import { childEnv } from './child-env.ts'

export interface Outcome {
  code: number
  out: string
  err: string
}

/** Runs the server or a command with its own environment; resolves with its exit code and output. */
export const runScript = (name: 'main' | 'cli', env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { env: { ...childEnv, ...env }, maxBuffer: 64 * 2 ** 20 }
    execFile(process.execPath, [appScript(name), ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })

export const cli = (env: Record<string, string>, ...args: string[]): Promise<Outcome> => runScript('cli', env, ...args)

/** Number of lines of an output. */
export const countLines = (text: string): number => text.trim().split('\n').length
