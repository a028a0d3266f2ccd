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
