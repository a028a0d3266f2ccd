import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import { platformErrors } from '../../../platform/index.ts'

/** SECURITY.md §4. Raising these re-hashes each password at its next sign-in. */
const strength = { type: argon2.argon2id, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const
const longestQueue = 50

/** Runs at most `slots` at once; more than 50 waiting are sent away with 503 instead of starving everyone. */
const limited = (slots: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(deed: () => Promise<T>): Promise<T> => {
    if (running >= slots) {
      if (waiting.length >= longestQueue) throw platformErrors.fail('unavailable', { headers: { 'retry-after': '2' } })
      await new Promise<void>((resume) => waiting.push(resume))
    } else running += 1
    try {
      return await deed()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const turn = limited(2 * availableParallelism())
let dummy: Promise<string> | null = null

/** A PHC string: argon2id with its own salt and parameters. */
export const hashPassword = (password: string): Promise<string> =>
  turn(() => argon2.hash(password.normalize('NFKC'), strength))

/** Takes as long for an account that does not exist, or has no password (A51). */
export const verifyPassword = async (hash: string | null, password: string): Promise<boolean> => {
  dummy ??= hashPassword('not anybody’s password')
  const target = hash ?? (await dummy)
  const right = await turn(() => argon2.verify(target, password.normalize('NFKC')))
  return right && hash !== null
}

export const isOutdated = (hash: string): boolean => argon2.needsRehash(hash, strength)
