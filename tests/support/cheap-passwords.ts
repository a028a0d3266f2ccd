/**
 * Passwords of apps in the process of a test are hashed with a megabyte of memory instead of 46: a hash takes 2 ms instead
 * of 60, and most tests begin with a sign-up. Only the cost differs. The product's own is proved in
 * modules/users/server/passwords/hasher.test.ts and in all tests whose server is a process of its own.
 */
import argon2 from 'argon2'

const { hash, needsRehash } = argon2
const cheap = { memoryCost: 1_024 }

Object.assign(argon2, {
  hash: (password: string, options: object) => hash(password, { ...options, ...cheap }),
  needsRehash: (digest: string, options: object) => needsRehash(digest, { ...options, ...cheap }),
})
