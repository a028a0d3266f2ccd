import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../../../platform/index.ts'
import { ownScope, type Scope } from '../scope.ts'

/** Scope of a signed-in request; 401 without a session, in case a route does not declare `access: 'session'`. */
export const requestScope = (request: FastifyRequest): Scope => {
  return ownScope(callerOf(request), request.socketId)
}
