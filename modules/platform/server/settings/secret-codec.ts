import { decrypt, deriveKey, encrypt } from '../keys.ts'

export interface SecretCodec {
  encrypt(text: string): string
  /** Null for text that was encrypted with another key, or not at all. */
  decrypt(stored: string): string | null
}

/** Encrypts values of settings for the database, with a key from `APP_KEY`. */
export const secretCodec = (appKey: Buffer): SecretCodec => {
  const key = deriveKey(appKey, 'settings')
  return {
    encrypt: (text) => encrypt(key, text).toString('base64'),
    decrypt(stored) {
      try {
        return decrypt(key, Buffer.from(stored, 'base64'))
      } catch {
        return null
      }
    },
  }
}
