import type { FastifyInstance } from 'fastify'
import type { EndpointSpec } from '../../../shared/contract.ts'
import { platformErrors } from '../errors.ts'
import type { Installation } from '../installation.ts'

/** Limit for a request's URL (docs/security.md). Routes with `longUrl` have the limit of all headers (16 KiB) instead. */
const maxUrlBytes = 4_096

/** Whether the query carries a list or a path, which may be longer than the limit for URLs. */
export const hasLongUrl = ({ query, streamBody }: Pick<EndpointSpec, 'query' | 'streamBody'>): boolean => {
  const schemas = [query, streamBody?.octetStream && streamBody.fields]
  const fields = schemas.flatMap((schema) =>
    Object.values((schema as { properties?: Record<string, { maxLength?: number }> } | undefined)?.properties ?? {}),
  )
  return fields.reduce((sum, { maxLength = 0 }) => sum + maxLength, 0) > maxUrlBytes
}

/** The decoded path of a URL, as the router compares it; unchanged when an escape is malformed. */
export const decodedPath = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a URL addresses the API in any spelling: `/api`, `/%61pi/x`, `//api/x`, `/API/x`. */
export const isApiUrl = (url: string): boolean =>
  url.startsWith('/api/') || (/^(\/+a|\/*%)/i.test(url) && /^\/+api(\/|$)/i.test(decodedPath(url)))

/** Rejects URLs that are too long (414) and unknown URLs of the API (D49: with JSON, never a page). */
export const registerUrlChecks = (app: FastifyInstance, installation: Installation): void => {
  const failUnknown = async () => {
    throw platformErrors.fail((await installation.done()) ? 'not-found' : 'not-installed')
  }
  // Without a promise where nothing has to be awaited: it would cost every request a microsecond.
  app.addHook('onRequest', ({ url, routeOptions }, _reply, done) => {
    if (url.length > maxUrlBytes && !routeOptions.config?.longUrl) return done(platformErrors.fail('uri-too-long'))
    if (!routeOptions.url?.startsWith('/api/') && isApiUrl(url)) return failUnknown()
    done()
  })
}
