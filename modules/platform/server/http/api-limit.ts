import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../network-of.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { apiCallsPerMinute, rateLimits } from '../rate-limits.ts'
import { isApiUrl } from './urls.ts'

/**
 * Upload requests are limited by bytes (quota, minimum throughput) and not counted, except for anonymous visitors: theirs
 * have a limit of their own, with room for thousands of small files.
 */
const uploadRoutes = /\/upload\/(chunks|bundle)(\/|$)|^\/api\/(sharing\/upload\/[^/]+|(file-request\/[^/]+\/)?upload)$/

/** Limits requests to `/api` per minute, by account or else by network (docs/security.md). Does not count files and pages. */
export const registerApiLimit = (app: FastifyInstance, { apiLimits }: Config, limiter: RateLimiter): void => {
  const consume = async ({ routeOptions, principal, ip }: FastifyRequest, route: string) => {
    const limit = principal ? apiLimits.user : apiLimits.visitor
    if (limit === 0) return
    if (routeOptions.config.access === 'webhook')
      return limiter.consumeBatched(rateLimits.webhooksPerNetwork, [networkOf(ip)])
    if (uploadRoutes.test(route)) {
      if (!principal) await limiter.consumeBatched(rateLimits.visitorUploadsPerNetwork, [networkOf(ip)])
      return
    }
    const caller = principal ? ['user', principal.userId] : ['network', networkOf(ip)]
    await limiter.consumeBatched(apiCallsPerMinute(limit), caller)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // The matched route and not the URL: neither escapes nor a query string bypass the limit.
    const route = request.routeOptions.url ?? ''
    if (isApiUrl(request.url) && route !== '/api/ping') return consume(request, route)
    done()
  })
}
