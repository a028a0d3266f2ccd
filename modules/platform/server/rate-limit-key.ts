import { sha256 } from './keys.ts'

/** The key of a counter as it is stored: the limited action, and a hash of the caller. */
export const storedKey = ([action = '', ...caller]: readonly string[]) =>
  caller.length === 0 ? action : `${action}:${sha256(caller.join('\n')).subarray(0, 18).toString('base64url')}`
