import type { FastifyRequest } from 'fastify'

/** Bodies that their routes read themselves, with a minimum throughput (A70). */
export const streamedTypes = ['application/octet-stream', 'multipart/form-data']

/** Whether Fastify reads the whole body before the route: JSON and forms. It ignores the case of the type, as HTTP says. */
export const isParsedBody = ({ headers, routeOptions }: FastifyRequest): boolean => {
  if (routeOptions.config?.readsBody) return false
  const type = headers['content-type']?.trim().toLowerCase()
  return type !== undefined && !streamedTypes.some((streamed) => type.startsWith(streamed))
}
