import { randomBytes } from 'node:crypto'
import { decrypt, deriveKey, encrypt } from '../../../platform/index.ts'

const codeCount = 10
/** 32 characters of 5 bits each, without similar ones such as `1` and `l`; the 20 characters of a code are 100 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const signs = (bytes: Buffer) => [...bytes].map((byte) => alphabet[byte & 31]).join('')

/** Ten codes such as `k3m9x2ab4n-p7qr5stuvw`, each for one sign-in without the app. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => `${signs(randomBytes(10))}-${signs(randomBytes(10))}`)

/** A typed recovery code without its spaces, in lower case. */
export const normalRecoveryCode = (code: string): string => code.toLowerCase().replace(/\s+/g, '')

/** Encrypts for one account with a key from APP_KEY: a value that is copied to another account's row does not decrypt. */
export const twoFactorCipherOf = (appKey: Buffer, userId: string) => {
  const key = deriveKey(appKey, `two-factor.${userId}`)
  const encryptText = (text: string) => encrypt(key, text).toString('base64')
  const decryptText = (text: string) => decrypt(key, Buffer.from(text, 'base64'))
  return {
    encryptSecret: encryptText,
    decryptSecret: decryptText,
    encryptCodes: (codes: readonly string[]) => encryptText(JSON.stringify(codes)),
    decryptCodes: (text: string) => JSON.parse(decryptText(text)) as string[],
  }
}
