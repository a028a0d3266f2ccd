/**
 * Time limit of a test file, ms. Alone, a file should take less than a minute; three run at once on two processors.
 * Files that need more are split.
 */
const usualMs = 120_000

interface Exception {
  ms: number
  reason: string
}

/** The only files with another limit, each with the reason why it cannot be split. */
export const exceptions: Record<string, Exception> = {
  'tests/crash/chaos.test.ts': {
    ms: (Number(process.env.CHAOS_SECONDS ?? 30) + 300) * 1_000,
    reason: 'random faults need one server under load for a while, and all that it acknowledged is read again after',
  },
  'tests/e2e/axe.test.ts': {
    ms: 150_000,
    reason: 'every page is looked at in every state; the states of one width follow one another',
  },
  'tests/crash/database-frozen.test.ts': {
    ms: 150_000,
    reason: 'requests that wait for a frozen database end after 30 s, and later ones after 10 s more',
  },
  'tests/e2e/journey-laptop.test.ts': {
    ms: 180_000,
    reason: 'one file of 2 GiB is written, uploaded and read again',
  },
}

export const timeLimitOf = (file: string): number => exceptions[file]?.ms ?? usualMs
