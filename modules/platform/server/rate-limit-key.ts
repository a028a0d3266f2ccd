import { sha256 } from './keys.ts'

/** The key of a counter as it is stored: the limited action, and a hash of the subject. */
export const storedCounterKey = (action: string, subject: readonly string[]): string =>
  subject.length === 0 ? action : `${action}:${sha256(subject.join('\n')).subarray(0, 18).toString('base64url')}`
