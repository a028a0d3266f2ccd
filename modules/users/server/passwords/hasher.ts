import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { platformErrors } from '../../../platform/index.ts'

/** After an increase, each password is hashed again at its next sign-in. */
const hashOptions = { type: argon2.argon2id, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const
const maxWaiting = 50
/** Callbacks of one caller that run or wait, so that one does not fill the queue of all. */
const maxOfCaller = 25

/** Runs at most `maxRunning` callbacks at once. When 50 wait, or 25 of the caller run and wait, further ones fail with 503. */
const limitConcurrency = (maxRunning: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const ofCallers = new Map<string, number>()
  const count = (caller: string, by: number) => {
    const sum = (ofCallers.get(caller) ?? 0) + by
    if (sum > 0) ofCallers.set(caller, sum)
    else ofCallers.delete(caller)
  }
  return async <T>(caller: string | null, fn: () => Promise<T>): Promise<T> => {
    const isFull = running >= maxRunning && waiting.length >= maxWaiting
    if (isFull || (caller && (ofCallers.get(caller) ?? 0) >= maxOfCaller)) throw platformErrors.fail('unavailable')
    if (caller) count(caller, 1)
    try {
      if (running >= maxRunning) await new Promise<void>((resume) => waiting.push(resume))
      else running += 1
      return await fn()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
      if (caller) count(caller, -1)
    }
  }
}

const withLimit = limitConcurrency(2 * availableParallelism())
let dummy: Promise<string> | null = null

/** A PHC string: argon2id with its own salt and parameters. `caller`: account or network, if anybody may ask for many. */
export const hashPassword = (password: string, caller: string | null = null): Promise<string> =>
  withLimit(caller, () => argon2.hash(password.normalize('NFKC'), hashOptions))

/** Hash that passwords of unknown accounts are compared with. Computed once; a failure is not cached. */
const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword('not anybody’s password').catch((error: unknown) => {
    dummy = null
    throw error
  })
  return dummy
}

/**
 * Takes the same time, and fails alike, for an account that does not exist or has no password (A51). `caller`: as of
 * `hashPassword`.
 */
export const verifyPassword = async (
  hash: string | null,
  password: string,
  caller: string | null = null,
): Promise<boolean> => {
  const unknown = await dummyHash()
  const target = hash ?? unknown
  const right = await withLimit(caller, () => argon2.verify(target, password.normalize('NFKC')))
  return right && hash !== null
}

export const isOutdated = (hash: string): boolean => argon2.needsRehash(hash, hashOptions)
