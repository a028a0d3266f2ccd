import type { FastifyRequest } from 'fastify'
import type { Platform, Principal } from '../../../platform/index.ts'

/** The caller of an endpoint whose access is `session`. */
export const callerOf = (request: FastifyRequest): Principal => request.principal as Principal

/** `Done` with a text in the caller's language. */
export const doneOf =
  ({ i18n }: Pick<Platform, 'i18n'>) =>
  (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: i18n.translator(request.locale)(`users:message.${key}`),
  })
