import type { FastifyReply, FastifyRequest } from 'fastify'
import { platformErrors } from '../../../platform/index.ts'
import { ownScope, type Scope } from '../../tree/index.ts'

/** What is about to be sent: a file, or an archive (`itemId` null), of which this answer may be a range. */
export interface DownloadTransfer {
  itemId: string | null
  /** ETag of an archive: many have one name. */
  archive?: string
  name: string
  /** Bytes of the whole. */
  size: number
  /** Bytes of this answer. */
  length: number
}

/** A caller of the byte routes: in what scope, and who wants to know what was sent. */
export interface Caller {
  scope: Scope
  /** False where an answer must be asked for again each time, because the permission can end. */
  keeps: boolean
  /** What the file is called to this caller; by its own name where missing. */
  name?: string
  /** Before bytes are sent (never for HEAD or 304); may refuse. Its result is told the bytes that left. */
  begin?(transfer: DownloadTransfer): Promise<(sent: number) => void>
}

/** Turns the token of a request into a caller, or throws as its module sees fit. */
export type TokenAuthenticator = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<Caller>

/**
 * Who may ask for bytes: the signed-in, and whoever carries a token in a query parameter that another module vouches for
 * (API.md D29: `?share=`, `?request=`). Storage knows the parameters' names only from those who register them.
 */
export class TokenAuthenticators {
  private readonly authenticators = new Map<string, TokenAuthenticator>()

  add(parameter: string, authenticate: TokenAuthenticator): void {
    this.authenticators.set(parameter, authenticate)
  }

  /** 401 for nobody. A token wins over a session: the address says what it opens. */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const query = request.query as Record<string, unknown>
    for (const [parameter, authenticate] of this.authenticators) {
      const token = query[parameter]
      if (typeof token === 'string') return authenticate(request, reply, token)
    }
    if (!request.principal) throw platformErrors.fail('unauthenticated')
    return { scope: ownScope(request.principal), keeps: true }
  }
}
