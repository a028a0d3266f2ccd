import { deriveKey, equalSecrets, hmac, randomToken } from '../keys.ts'

/**
 * Names of sockets, signed for their session: `X-Socket-Id` counts only when it names a socket of the caller's own
 * session, so nobody can keep events from somebody else (A49). No process has to know the sockets of the others.
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
