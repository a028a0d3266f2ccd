import type { FastifyRequest } from 'fastify'
import { platformErrors } from '../../../../platform/index.ts'
import { ownScope, type Scope } from '../scope.ts'

/** The scope of a signed-in request; 401 without one, should a route forget to ask for it. */
export const requestScope = (request: FastifyRequest): Scope => {
  if (!request.principal) throw platformErrors.fail('unauthenticated')
  return ownScope(request.principal, request.socketId)
}
