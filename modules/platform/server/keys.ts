import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** One derived key per purpose, so that a leak of one signature key tells nothing of another. */
export const deriveKey = (appKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appKey, Buffer.alloc(0), `coffer.${purpose}`, 32))

/** `bytes` of entropy as base64url: session ids, tokens, storage keys. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')
export const hmac = (key: Buffer, value: string): string => createHmac('sha256', key).update(value).digest('base64url')
export const equalSecrets = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM: nonce, tag, ciphertext. `key`: 32 bytes, derived for one purpose. */
export const seal = (key: Buffer, text: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** What `seal` took. Throws when it was sealed with another key, or changed since. */
export const unseal = (key: Buffer, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
