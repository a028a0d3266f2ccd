import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Requests per second over keep-alive connections; throws when an answer is not 2xx or 3xx. `script`: a wrk Lua file. */
export const requestRate = async (
  url: URL,
  headers: Record<string, string>,
  connections = 64,
  duration = 4,
  script?: string,
): Promise<number> => {
  const names = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${duration}s`,
    ...(script ? ['-s', script] : []),
    ...names,
    url.href,
  ])
  if (/Non-2xx/.test(stdout)) throw new Error(`wrk ${url.pathname}: ${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/** How long answers take, ms: 99 of 100 are faster than `p99`. */
export const answerTimes = async (url: URL, connections: number, duration = 4): Promise<{ p99: number }> => {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${duration}s`, '--latency', url.href])
  const [, value, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (!value || /Non-2xx/.test(stdout)) throw new Error(`wrk ${url.pathname}: ${stdout}`)
  const inMs = { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's']
  return { p99: Math.round(Number(value) * inMs * 10) / 10 }
}
