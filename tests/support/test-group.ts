/**
 * Runs test files one after the other in one process, each as a subtest named by its path: loading the product and
 * compiling it again for every file takes longer than most files do.
 */
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { root } from './test-files.ts'
import { timeLimitOf } from './time-limits.ts'

const tests = new Map<string, Test>()

/** The subtest of a file, which the file knows as `tap`. */
export const testOfFile = (file: string): Test => {
  const test = tests.get(file)
  if (!test) throw new Error(`${file} does not run in this group`)
  return test
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'tap' || !context.parentURL?.startsWith('file:')) return next(specifier, context)
    const file = relative(root, fileURLToPath(context.parentURL))
    if (!tests.has(file)) return next(specifier, context)
    return {
      url: new URL(`test-of-file.ts?file=${encodeURIComponent(file)}`, import.meta.url).href,
      shortCircuit: true,
    }
  },
})

/** Browsers and databases take seconds to end on a busy machine. */
const exitTimeoutMs = 60_000

/**
 * Runs the files; apps, browsers and databases of each are closed before the next begins. What a file that ran into its time
 * limit has left open would keep the process until the limit of the whole group.
 */
export const runGroup = async (files: string[]): Promise<void> => {
  const runs = files.map((file) =>
    t.test(file, { timeout: timeLimitOf(file) }, async (test) => {
      tests.set(file, test as Test)
      // `ps` and TEST_TIMES show which file runs.
      process.title = file
      await import(join(root, file))
    }),
  )
  await Promise.allSettled(runs)
  setTimeout(() => {
    console.error(`still open after all files of the group: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, exitTimeoutMs).unref()
}
