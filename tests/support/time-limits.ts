/**
 * Time after which a test file is ended, ms. A file is split when it takes more than 60 s on an idle machine; three run at
 * once on two processors, so the limit is twice that: it ends what hangs, and decides no test.
 */
const usualMs = 120_000

interface Exception {
  ms: number
  reason: string
}

const axe = {
  ms: 180_000,
  reason: 'every page is looked at in every state, and the states of one width follow one another',
}

/** 30 accounts take some seconds; each of 10,000 takes a quarter of a second on an idle machine. */
const randomAccountMs = 750

/** The only files with another limit, each with the reason why it cannot be split. */
export const exceptions: Record<string, Exception> = {
  'modules/billing/server/settlement/random-months.test.ts': {
    ms: usualMs + Number(process.env.RANDOM_ACCOUNTS ?? 0) * randomAccountMs,
    reason: 'RANDOM_ACCOUNTS says how many accounts live for fourteen months',
  },
  'tests/crash/chaos.test.ts': {
    ms: (Number(process.env.CHAOS_SECONDS ?? 30) + 300) * 1_000,
    reason: 'random faults need one server under load for a while, and all that it acknowledged is read again after',
  },
  'tests/crash/database-frozen.test.ts': {
    ms: 150_000,
    reason: 'requests that wait for a frozen database end after 30 s, and later ones after 10 s more',
  },
  'tests/crash/kill9.test.ts': {
    ms: 180_000,
    reason: 'one server is killed and started ten times under load, and its files are read again after',
  },
  'tests/crash/object-store.test.ts': {
    ms: 200_000,
    reason: 'an object store is stopped for 30 s and then killed for 30 s, and all files are read again after',
  },
  'tests/crash/slow-senders.test.ts': {
    ms: 180_000,
    reason: '500 slow uploads take 15 s in each of three forms',
  },
  'tests/e2e/axe-desktop.test.ts': axe,
  'tests/e2e/axe-phone.test.ts': axe,
  'tests/e2e/journey-laptop.test.ts': {
    ms: 240_000,
    reason: 'one file of 2 GiB is written, uploaded and read again',
  },
}

export const timeLimitOf = (file: string): number => exceptions[file]?.ms ?? usualMs
