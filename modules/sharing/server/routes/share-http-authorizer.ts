import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  AuthorizedVisitor,
  IdentifiedVisitor,
  ShareAccess,
  ShareAuthorizer,
  ShareLookup,
} from '../services/share-access.ts'
import { linkCallOf } from './link-call-of.ts'
import { setCookieHeader } from './set-cookie.ts'

/** `ShareAuthorizer` for requests of HTTP: it sets the cookie of a new browser. */
export class ShareHttpAuthorizer {
  private readonly authorizer: ShareAuthorizer
  constructor(authorizer: ShareAuthorizer) {
    this.authorizer = authorizer
  }

  find(request: FastifyRequest, token: string): Promise<ShareLookup> {
    return this.authorizer.find(linkCallOf(request, token))
  }

  async authorize(request: FastifyRequest, reply: FastifyReply, token: string): Promise<ShareAccess> {
    return accessFor(request, reply, await this.authorizer.authorize(linkCallOf(request, token)))
  }

  authorizeReading(request: FastifyRequest, token: string): Promise<ShareAccess> {
    return this.authorizer.authorizeReading(linkCallOf(request, token))
  }

  async authorizeOpening(request: FastifyRequest, reply: FastifyReply, token: string): Promise<ShareAccess> {
    return accessFor(request, reply, await this.authorizer.authorizeOpening(linkCallOf(request, token)))
  }

  async identifyViewer(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    return visitorFor(request, reply, await this.authorizer.identifyViewer(request))
  }

  async identifyVisitor(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    return visitorFor(request, reply, await this.authorizer.identifyVisitor(request))
  }
}

const accessFor = (
  request: FastifyRequest,
  reply: FastifyReply,
  { access, cookie }: AuthorizedVisitor,
): ShareAccess => {
  if (cookie) setCookieHeader(request, reply, cookie)
  return access
}

const visitorFor = (request: FastifyRequest, reply: FastifyReply, { visitor, cookie }: IdentifiedVisitor): string => {
  if (cookie) setCookieHeader(request, reply, cookie)
  return visitor
}
