import type { FastifyRequest } from 'fastify'
import { type Platform, platformErrors } from '../../../platform/index.ts'

/** Who acts, for the audit log. */
export const actorOf = ({ principal, ip }: FastifyRequest): { actorId: string; ip: string } => {
  if (!principal) throw platformErrors.fail('unauthenticated')
  return { actorId: principal.userId, ip }
}

// i18n-keys: admin:message.*
/** `SuccessMessage` with a text in the caller's language. */
export const doneOf =
  ({ i18n }: Pick<Platform, 'i18n'>) =>
  (request: FastifyRequest, key: string) => ({
    type: 'success',
    message: i18n.translator(request.locale)(`admin:message.${key}`),
  })
