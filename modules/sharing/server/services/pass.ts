import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Config, deriveKey, equalSecrets, hmac, randomToken } from '../../../platform/index.ts'
import type { ShareRow } from '../share.row.ts'

/** What a visitor has shown to be allowed to open one protected link. */
export interface Pass {
  /** The verified recipient, where the link asks for one. */
  recipientId: string | null
}

const life = 30 * 24 * 3600
const visitorCookie = 'visitor'

/**
 * Passes of unlocked links, as signed cookies: `nonce.expires.recipient.signature`. The signature covers the share and
 * its password's version, so that a pass opens nothing else and dies with a new password (A11); its value is always
 * made here (A13).
 */
export class Passes {
  private readonly key: Buffer
  private readonly config: Config
  constructor(config: Config) {
    this.config = config
    this.key = deriveKey(config.appKey, 'share-pass')
  }

  /** The pass this browser holds for the share; null without a valid one. */
  of(request: FastifyRequest, share: ShareRow): Pass | null {
    const [nonce, expires, recipient, signature] = (request.cookies[cookieOf(share)] ?? '').split('.')
    if (!nonce || !expires || recipient === undefined || !signature) return null
    if (Number(expires) * 1000 < share.read_at.getTime()) return null
    if (!equalSecrets(signature, this.sign(share, nonce, expires, recipient))) return null
    return { recipientId: recipient === '' ? null : recipient }
  }

  give(reply: FastifyReply, share: ShareRow, { recipientId }: Pass): void {
    const nonce = randomToken(12)
    const end = Math.floor(share.read_at.getTime() / 1000) + life
    const recipient = recipientId ?? ''
    reply.setCookie(
      cookieOf(share),
      [nonce, end, recipient, this.sign(share, nonce, String(end), recipient)].join('.'),
      this.options(life),
    )
  }

  /**
   * The name this browser goes by across its requests, or null at its first. It tells nothing and opens nothing, but
   * limits and counts go by it: nobody can make one up.
   */
  visitor(request: FastifyRequest): string | null {
    const [name, signature] = (request.cookies[visitorCookie] ?? '').split('.')
    return name && signature && equalSecrets(signature, this.signName(name)) ? name : null
  }

  nameVisitor(request: FastifyRequest, reply: FastifyReply): string {
    const name = randomToken(16)
    const value = `${name}.${this.signName(name)}`
    // Later steps of the same request must see the same one.
    request.cookies[visitorCookie] = value
    // As a header at once: answers with a file's bytes are written past the framework's own end.
    reply.header('set-cookie', reply.server.serializeCookie(visitorCookie, value, this.options(life)))
    return name
  }

  private signName(name: string): string {
    return hmac(this.key, `visitor.${name}`)
  }

  private sign({ id, password_version }: ShareRow, nonce: string, expires: string, recipient: string): string {
    return hmac(this.key, [id, password_version, nonce, expires, recipient].join('.'))
  }

  private options(maxAge: number) {
    const secure = this.config.appUrl.startsWith('https:')
    return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure, maxAge }
  }
}

const cookieOf = ({ id }: ShareRow) => `share_${id.slice(0, 8)}`
