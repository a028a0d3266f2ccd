import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../../platform/index.ts'

/** `{type:'success', message}` in the reader's language. */
export const successResponse = (i18n: Platform['i18n'], request: FastifyRequest, message: string) => ({
  type: 'success',
  message: i18n.translator(request.locale)(`storage:message.${message}`),
})
