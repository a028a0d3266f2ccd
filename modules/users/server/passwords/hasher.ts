import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { limitConcurrency } from '../../../platform/index.ts'

/** After an increase, each password is hashed again at its next sign-in. */
const hashOptions = { type: argon2.argon2id, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const

const withLimit = limitConcurrency({ maxRunning: 2 * availableParallelism(), maxWaiting: 50, maxOfCaller: 25 })
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
