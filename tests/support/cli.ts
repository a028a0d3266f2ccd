import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnv } from './child-env.ts'

interface Outcome {
  code: number
  out: string
  err: string
}

/** Runs a script of `server/` with its own environment; resolves with its exit code and output. */
export const runScript = (name: string, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const script = fileURLToPath(new URL(`../../server/${name}`, import.meta.url))
    execFile(process.execPath, [script, ...args], { env: { ...childEnv, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })

export const cli = (env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  runScript('cli.ts', env, ...args)

/** Number of lines of an output. */
export const countLines = (text: string): number => text.trim().split('\n').length
