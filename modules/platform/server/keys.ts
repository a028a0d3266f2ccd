import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Derives one key per purpose, so that a leaked key does not compromise others. */
export const deriveKey = (appKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appKey, Buffer.alloc(0), `coffer.${purpose}`, 32))

/** `bytes` random bytes as base64url, for session ids, tokens and storage keys. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')
export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')

const secretKeys = new WeakMap<Buffer, KeyObject>()
/** With bytes as its key `createHmac` takes eight times as long. */
const secretKey = (bytes: Buffer): KeyObject => {
  const key = secretKeys.get(bytes) ?? createSecretKey(bytes)
  secretKeys.set(bytes, key)
  return key
}
/** HMAC-SHA-256 as base64url. `key`: must not be changed afterwards. */
export const hmac = (key: Buffer, value: string): string =>
  createHmac('sha256', secretKey(key)).update(value).digest('base64url')
export const equalSecrets = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const nonceBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM. The result is nonce, tag and ciphertext. `key`: 32 bytes, derived for one purpose. */
export const encrypt = (key: Buffer, text: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Reverses `encrypt`. Throws when the key is another or the bytes were changed. */
export const decrypt = (key: Buffer, encrypted: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes))
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(encrypted.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
