import type { FastifyRequest } from 'fastify'
import { type Platform, platformErrors } from '../../../../platform/index.ts'
import { ownScope, type Scope } from '../scope.ts'

/** Scope of a signed-in request; 401 without a session, in case a route does not declare `access: 'session'`. */
export const requestScope = (request: FastifyRequest): Scope => {
  if (!request.principal) throw platformErrors.fail('unauthenticated')
  return ownScope(request.principal, request.socketId)
}

/** `{type:'success', message}` in the language of the request; `message` is a key below `storage:message`. */
export const successResponse = (i18n: Platform['i18n'], request: FastifyRequest, message: string) => ({
  type: 'success',
  message: i18n.translator(request.locale)(`storage:message.${message}`),
})
