/**
 * Runs each test file given in a process of its own, TEST_JOBS at once, and prints one TAP stream.
 * tap's own runner does the same with a loader in each process, which costs every file most of a second.
 */
import t from 'tap'
import { timeLimitOf } from './time-limits.ts'

t.jobs = Number(process.env.TEST_JOBS ?? 1)
t.setTimeout(0)
for (const file of process.argv.slice(2)) {
  const timeout = timeLimitOf(file)
  const env = { ...process.env, TAP_TIMEOUT: String(timeout / 1_000) }
  t.spawn(process.execPath, [file], { env, timeout, buffered: true, stdio: ['ignore', 'pipe', 'inherit'] }, file)
}
