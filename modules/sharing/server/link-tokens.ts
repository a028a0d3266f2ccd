import { decrypt, deriveKey, encrypt, randomToken, sha256 } from '../../platform/index.ts'

/** 128 bits, 22 characters of base64url (D17). */
const tokenBytes = 16

/** Tokens of links: found by their hash, and stored encrypted so that the owner can be shown the link again. */
export class LinkTokens {
  private readonly key: Buffer
  /** `purpose` derives the key: changed, stored tokens can no longer be decrypted. */
  constructor(appKey: Buffer, purpose: string) {
    this.key = deriveKey(appKey, purpose)
  }

  create(): { token: string; hash: Buffer; encrypted: Buffer } {
    const token = randomToken(tokenBytes)
    return { token, hash: sha256(token), encrypted: encrypt(this.key, token) }
  }

  hashOf(token: string): Buffer {
    return sha256(token)
  }

  decrypt(encrypted: Buffer): string {
    return decrypt(this.key, encrypted)
  }
}
