/**
 * Runs each test file given in a process of its own, as many at once as there are processors, and prints one TAP stream.
 * tap's own runner does the same with a loader in each process, which costs every file most of a second.
 */
import { availableParallelism } from 'node:os'
import t from 'tap'

/** ms; slow machines need long for files with a browser, and some files set their own. */
const timeout = 900_000

t.jobs = availableParallelism()
t.setTimeout(0)
const env = { ...process.env, TAP_TIMEOUT: String(timeout / 1_000) }
for (const file of process.argv.slice(2))
  t.spawn(process.execPath, [file], { env, timeout, buffered: true, stdio: ['ignore', 'pipe', 'inherit'] }, file)
