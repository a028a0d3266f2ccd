import type { FastifyReply, FastifyRequest } from 'fastify'
import { platformErrors } from '../../../platform/index.ts'
import type { RequestScopes, Scope } from '../../tree/index.ts'

/** A download about to start: of a file, an archive (`itemId` null), or a range of either. */
export interface DownloadTransfer {
  itemId: string | null
  /** ETag of the content, which identifies it: a file may be replaced, and different archives may have the same name. */
  etag: string
  name: string
  /** Bytes of the whole file or archive. */
  size: number
  /** Bytes of this response. */
  length: number
}

/** Caller of a download route. */
export interface Caller {
  scope: Scope
  /** False where the permission may end, so that browsers must revalidate each response. */
  cacheable: boolean
  /** Name of the file for this caller; absent: its own name. */
  name?: string
  /**
   * Time of `Last-Modified`; absent: when the content was stored, which conditions are compared with in any case. Senders choose
   * modification times, so equal ones do not prove equal content.
   */
  shownTime?: Date
  /**
   * False for callers who may download the original: previews of films and sounds carry nearly all of the content and are
   * not counted, so they would bypass a limit of downloads. Absent: true.
   */
  mediaPreviews?: boolean
  /**
   * Called before bytes are sent, but not for HEAD and 304; may throw to reject the download. The returned function
   * receives the number of bytes sent.
   */
  begin?(transfer: DownloadTransfer): Promise<(sent: number) => void>
}

/** Authenticates the token of a request; throws the errors of its module. */
type TokenAuthenticator = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<Caller>

/**
 * Authenticates callers of download routes: by session, or by a token in a query parameter whose authenticator another
 * module registers (D29: `?share=`, `?request=`).
 */
export class TokenAuthenticators {
  private readonly authenticators = new Map<string, TokenAuthenticator>()
  private readonly scopes: RequestScopes
  constructor(scopes: RequestScopes) {
    this.scopes = scopes
  }

  add(parameter: string, authenticate: TokenAuthenticator): void {
    this.authenticators.set(parameter, authenticate)
  }

  /**
   * Caller of a request for an item; 401 without session and token. A token takes precedence, because it is part of the
   * URL.
   */
  async caller(request: FastifyRequest, reply: FastifyReply, itemId: string): Promise<Caller> {
    const query = request.query as Record<string, unknown>
    for (const [parameter, authenticate] of this.authenticators) {
      const token = query[parameter]
      if (typeof token === 'string') return authenticate(request, reply, token)
    }
    if (!request.principal) throw platformErrors.fail('unauthenticated')
    const scope = await this.scopes.ofItem(request, itemId)
    return { scope, cacheable: !scope.grant }
  }
}
