/**
 * Runs groups of test files, each group in a process of its own, and prints one TAP stream. TEST_JOBS groups at once, beside
 * them the files that come before `--`, one at a time; when these are done, one more of the others takes their place.
 * tap's own runner starts a process with a loader for every file, which costs each most of a second.
 */
import { join } from 'node:path'
import t from 'tap'
import { groupsOf, type Part, partOf, tooSlow } from './test-files.ts'
import { timeLimitOf } from './time-limits.ts'

const args = process.argv.slice(2)
const middle = args.indexOf('--')
const jobs = Number(process.env.TEST_JOBS ?? 1)

/** Another file comes first each time, so that none is always among those that are skipped. */
const rotate = (files: string[]): string[] =>
  [...Map.groupBy(files, partOf).values()].flatMap((part) => {
    const at = Math.floor(Math.random() * part.length)
    return [...part.slice(at), ...part.slice(0, at)]
  })

const inOrder = (files: string[]) => (process.env.TEST_SECONDS ? rotate(files) : files)
const oneAtATime = inOrder(args.slice(0, Math.max(middle, 0))).map((file) => [file])
const others = groupsOf(inOrder(args.slice(middle + 1)), jobs)

/**
 * New objects get more room from the start: collecting them from the default, which begins at 1 MB and grows to 16 MB, takes
 * a sixth of the processor time of API tests.
 */
const nodeArgs = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--import',
  join(import.meta.dirname, 'uncaught-errors.ts'),
]

/**
 * Crash tests, which measure memory and stop processes in the middle of something, get the processor first. With as much
 * for the others, garbage of 500 uploads waits for its collection.
 */
const nice = ['nice', '-n', '5']

const runGroup = (files: string[], isFirst: boolean) => {
  const timeout = files.reduce((all, file) => all + timeLimitOf(file), 0)
  const env = { ...process.env, TAP_TIMEOUT: String(timeout / 1_000) }
  const options = {
    env,
    timeout,
    buffered: true,
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
  }
  const [command = '', ...args] = [...(isFirst ? [] : nice), process.execPath, ...nodeArgs]
  // One file alone too: as tap's own root, a file with a teardown ends with its first pause, and what comes later is lost.
  const name = `${files[0]} and ${files.length - 1} more`
  return t.spawn(command, [...args, join(import.meta.dirname, 'run-group.ts'), ...files], options, name)
}

/** Seconds that the run may take. Without TEST_SECONDS, all files run. */
const budgetSeconds = Number(process.env.TEST_SECONDS ?? Number.POSITIVE_INFINITY)

/** Share of that time after which groups of a part do not begin any more: browser tests run first, and leave time for the others. */
const lastStarts: Record<Part, number> = { crash: 0.85, browser: 0.45, unit: 0.85, api: 0.85 }

/** Skips files that a very slow machine has no time for (docs/decisions/0043-time-of-the-test-run.md). */
const runInTime = async (files: string[], isFirst: boolean) => {
  const share = performance.now() / 1_000 / budgetSeconds
  if (share <= lastStarts[partOf(files[0] ?? '')]) return runGroup(files, isFirst)
  for (const file of files) await t.test(file, { skip: tooSlow }, () => undefined)
}

/** Runs groups until there are none left, each when the one before has ended. */
const runQueue = async (groups: string[][], isFirst = false) => {
  for (let files = groups.shift(); files; files = groups.shift()) await runInTime(files, isFirst)
}

t.jobs = jobs + 1
t.setTimeout(0)
await Promise.all([
  ...(oneAtATime.length > 0 ? [runQueue(oneAtATime, true).then(() => runQueue(others))] : []),
  ...Array.from({ length: jobs }, () => runQueue(others)),
])
