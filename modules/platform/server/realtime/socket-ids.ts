import { deriveKey, equalSecrets, hmac, randomToken } from '../keys.ts'

/**
 * Socket ids, signed for their session: `X-Socket-Id` is accepted only for a socket of the caller's own session, so a caller
 * cannot suppress events of other accounts (A49). No process needs to know the sockets of other processes.
 */
export class SocketIds {
  private readonly key: Buffer
  constructor(appKey: Buffer) {
    this.key = deriveKey(appKey, 'socket')
  }

  issue(sessionId: string): string {
    const nonce = randomToken(9)
    return `${nonce}.${this.sign(nonce, sessionId)}`
  }

  /** Whether this id was issued to that session. */
  belongs(id: string, sessionId: string): boolean {
    const [nonce, signature] = id.split('.')
    return Boolean(nonce && signature && equalSecrets(signature, this.sign(nonce, sessionId)))
  }

  private sign(nonce: string, sessionId: string): string {
    return hmac(this.key, `${nonce}.${sessionId}`).slice(0, 22)
  }
}
