/**
 * Passwords of apps in the process of a test are hashed with 1 MiB of memory instead of 46 MiB. A sign-up, with which most
 * tests begin, then takes half as long. Only the cost differs. The product's own is proved in
 * modules/users/server/passwords/hasher.test.ts, and by all tests whose server is a process of its own.
 */
import argon2 from 'argon2'

const { hash, needsRehash } = argon2
const cheap = { memoryCost: 1_024 }

Object.assign(argon2, {
  hash: (password: string, options: object) => hash(password, { ...options, ...cheap }),
  needsRehash: (digest: string, options: object) => needsRehash(digest, { ...options, ...cheap }),
})
