import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { platformErrors } from '../../../platform/index.ts'

/** After an increase, each password is hashed again at its next sign-in. */
const hashOptions = { type: argon2.argon2id, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const
const maxWaiting = 50

/** Runs at most `maxRunning` callbacks at once; when 50 are waiting, further ones fail with 503. */
const limitConcurrency = (maxRunning: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(fn: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw platformErrors.fail('unavailable')
      await new Promise<void>((resume) => waiting.push(resume))
    } else running += 1
    try {
      return await fn()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const withLimit = limitConcurrency(2 * availableParallelism())
let dummy: Promise<string> | null = null

/** A PHC string: argon2id with its own salt and parameters. */
export const hashPassword = (password: string): Promise<string> =>
  withLimit(() => argon2.hash(password.normalize('NFKC'), hashOptions))

/** Hash that passwords of unknown accounts are compared with. Computed once; a failure is not cached. */
const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword('not anybody’s password').catch((error: unknown) => {
    dummy = null
    throw error
  })
  return dummy
}

/** Takes the same time, and fails alike, for an account that does not exist or has no password (A51). */
export const verifyPassword = async (hash: string | null, password: string): Promise<boolean> => {
  const unknown = await dummyHash()
  const target = hash ?? unknown
  const right = await withLimit(() => argon2.verify(target, password.normalize('NFKC')))
  return right && hash !== null
}

export const isOutdated = (hash: string): boolean => argon2.needsRehash(hash, hashOptions)
