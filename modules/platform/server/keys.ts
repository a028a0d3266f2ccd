import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** One derived key per purpose, so that a leak of one signature key tells nothing of another. */
export const deriveKey = (appKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appKey, Buffer.alloc(0), `coffer.${purpose}`, 32))

/** `bytes` of entropy as base64url: session ids, tokens, storage keys. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()
export const hmac = (key: Buffer, value: string): string => createHmac('sha256', key).update(value).digest('base64url')
export const equalSecrets = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
