import type { FastifyRequest } from 'fastify'
import type { LinkCall } from '../services/link-call.ts'

/** Token and browser of a request, for services. */
export const linkCallOf = ({ ip, principal, cookies }: FastifyRequest, token: string): LinkCall => ({
  token,
  ip,
  principal,
  cookies,
})
