import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type FileRequestAccess,
  type FileRequestAuthorizer,
  type FileRequestLookup,
  requireIdentified,
} from '../services/file-request-access.ts'
import type { UploaderProof } from '../services/file-request-uploaders.ts'
import { linkCallOf } from './link-call-of.ts'
import { setBoundedCookie } from './set-cookie.ts'

/** `FileRequestAuthorizer` for requests of HTTP: it sets the cookie of a new uploader. */
export class FileRequestHttpAuthorizer {
  private readonly authorizer: FileRequestAuthorizer
  constructor(authorizer: FileRequestAuthorizer) {
    this.authorizer = authorizer
  }

  find(request: FastifyRequest, token: string): Promise<FileRequestLookup> {
    return this.authorizer.find(linkCallOf(request, token))
  }

  findOpen(request: FastifyRequest, token: string): Promise<FileRequestLookup> {
    return this.authorizer.findOpen(linkCallOf(request, token))
  }

  findToClose(request: FastifyRequest, token: string): Promise<FileRequestLookup> {
    return this.authorizer.findToClose(linkCallOf(request, token))
  }

  async authorize(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    proof?: UploaderProof,
  ): Promise<FileRequestAccess> {
    const { access, cookie } = await this.authorizer.authorize(linkCallOf(request, token), proof)
    if (cookie) setBoundedCookie(request, reply, cookie)
    return access
  }

  /** As `authorize`, then `requireIdentified`: the browser is an uploader also after its 422. */
  async authorizeIdentified(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    fields?: { name: string; email: string },
  ): Promise<FileRequestAccess> {
    const access = await this.authorize(request, reply, token)
    requireIdentified(access, fields)
    return access
  }
}
