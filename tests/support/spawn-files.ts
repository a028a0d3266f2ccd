/**
 * Runs each test file given in a process of its own and prints one TAP stream. TEST_JOBS files at once, beside them those
 * that come before `--`, one at a time; when these are done, one more of the others takes their place.
 * tap's own runner does the same with a loader in each process, which costs every file most of a second.
 */
import { join } from 'node:path'
import t from 'tap'
import { timeLimitOf } from './time-limits.ts'

const args = process.argv.slice(2)
const middle = args.indexOf('--')
const [oneAtATime, others] = [args.slice(0, Math.max(middle, 0)), args.slice(middle + 1)]

/** New objects get more room: a tenth of the time of a test goes into collecting them from the default 16 MB. */
const nodeArgs = ['--max-semi-space-size=64', '--import', join(import.meta.dirname, 'uncaught-errors.ts')]

const runFile = (file: string) => {
  const timeout = timeLimitOf(file)
  const env = { ...process.env, TAP_TIMEOUT: String(timeout / 1_000) }
  const options = {
    env,
    timeout,
    buffered: true,
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
  }
  return t.spawn(process.execPath, [...nodeArgs, file], options, file)
}

/** Runs files until there are none left, each when the one before has ended. */
const runQueue = async (files: string[]) => {
  for (let file = files.shift(); file; file = files.shift()) await runFile(file)
}

const jobs = Number(process.env.TEST_JOBS ?? 1)
t.jobs = jobs + 1
t.setTimeout(0)
await Promise.all([
  ...(oneAtATime.length > 0 ? [runQueue(oneAtATime).then(() => runQueue(others))] : []),
  ...Array.from({ length: jobs }, () => runQueue(others)),
])
