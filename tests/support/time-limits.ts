/**
 * Time after which a test file is ended, ms. A file is split when it takes more than 60 s on an idle machine. Four run at
 * once on two processors, and machines two and a half times as slow as usual were seen: the limit ends what hangs, and
 * decides no test.
 */
const usualMs = 300_000

interface Exception {
  ms: number
  reason: string
}

/** 30 accounts take some seconds; each of 10,000 takes a quarter of a second on an idle machine. */
const randomAccountMs = 750

/** The only files with another limit, each with the reason why it cannot be split. */
const exceptions: Record<string, Exception> = {
  'modules/billing/server/settlement/random-months.test.ts': {
    ms: usualMs + Number(process.env.RANDOM_ACCOUNTS ?? 0) * randomAccountMs,
    reason: 'RANDOM_ACCOUNTS says how many accounts live for fourteen months',
  },
  'tests/crash/chaos.test.ts': {
    ms: (Number(process.env.CHAOS_SECONDS ?? 30) + 300) * 1_000,
    reason: 'random faults need one server under load for a while, and all that it acknowledged is read again after',
  },
  'tests/e2e/journey-laptop.test.ts': {
    ms: 480_000,
    reason: 'one file of 2 GiB is written, uploaded and read again',
  },
}

export const timeLimitOf = (file: string): number => exceptions[file]?.ms ?? usualMs
