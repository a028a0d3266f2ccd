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

const inTurn = new URL('../peers/in-turn.lua', import.meta.url).pathname
let firstRequest = Date.now() % 1_000_000_000

/** ms; of `--latency`. */
const p99Of = (stdout: string): number => {
  const [, value, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const inMs = { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's']
  return Math.round(Number(value) * inMs * 10) / 10
}

/** Requests by the visitors in `file` in turn, over 16 connections, each with a URL of its own; `p99` in ms. */
export const requestsInTurn = async (
  origin: URL,
  file: string,
  duration: number,
): Promise<{ rate: number; p99: number }> => {
  firstRequest += 1_000_000
  const { stdout } = await run('wrk', ['-t1', '-c16', `-d${duration}s`, '--latency', '-s', inTurn, origin.href], {
    env: { ...process.env, VISITORS: file, FIRST: String(firstRequest) },
  })
  if (/Non-2xx/.test(stdout)) throw new Error(`wrk ${origin}: ${stdout}`)
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p99: p99Of(stdout) }
}

/** How long answers take, ms: 99 of 100 are faster than `p99`. */
export const answerTimes = async (url: URL, connections: number, duration = 4): Promise<{ p99: number }> => {
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${duration}s`, '--latency', url.href])
  if (/Non-2xx/.test(stdout)) throw new Error(`wrk ${url.pathname}: ${stdout}`)
  return { p99: p99Of(stdout) }
}
