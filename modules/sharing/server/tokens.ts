import { deriveKey, randomToken, seal, sha256, unseal } from '../../platform/index.ts'

/** 128 bits, 22 signs of base64url (API.md D17). */
const tokenBytes = 16

/** Tokens of links: looked up by their hash, kept sealed so that their owner can see the link again. */
export class LinkTokens {
  private readonly key: Buffer
  constructor(appKey: Buffer, purpose: string) {
    this.key = deriveKey(appKey, purpose)
  }

  create(): { token: string; hash: Buffer; sealed: Buffer } {
    const token = randomToken(tokenBytes)
    return { token, hash: sha256(token), sealed: seal(this.key, token) }
  }

  hashOf(token: string): Buffer {
    return sha256(token)
  }

  read(sealed: Buffer): string {
    return unseal(this.key, sealed)
  }
}
