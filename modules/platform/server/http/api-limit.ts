import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../network-of.ts'
import type { RateLimiter } from '../rate-limit.ts'
import { isApiUrl } from './urls.ts'

/**
 * Upload requests are limited by bytes (quota, minimum throughput) and not counted, except for anonymous visitors: theirs
 * have a limit of their own, with room for thousands of small files.
 */
const uploadRoutes = /\/upload\/(chunks|bundle)(\/|$)|^\/api\/(sharing\/upload\/[^/]+|(file-request\/[^/]+\/)?upload)$/
const anonymousUploadLimit = { limit: 3_000, windowSeconds: 60 }
/** Payment providers send bursts from few addresses, and send again what was rejected (docs/security.md). */
const webhookLimit = { limit: 300, windowSeconds: 60 }

/** Limits requests to `/api` per minute, by account or else by network (docs/security.md). Does not count files and pages. */
export const registerApiLimit = (app: FastifyInstance, { apiLimits }: Config, limiter: RateLimiter): void => {
  const consume = async ({ routeOptions, principal, ip }: FastifyRequest, route: string) => {
    const limit = principal ? apiLimits.user : apiLimits.visitor
    if (limit === 0) return
    if (routeOptions.config.access === 'webhook')
      return limiter.consumeBatched(['webhook', networkOf(ip)], webhookLimit)
    if (uploadRoutes.test(route)) {
      if (!principal) await limiter.consumeBatched(['visitor-upload', networkOf(ip)], anonymousUploadLimit)
      return
    }
    const caller = principal ? principal.userId : networkOf(ip)
    await limiter.consumeBatched(['api', principal ? 'user' : 'network', caller], { limit, windowSeconds: 60 })
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // The matched route and not the URL: neither escapes nor a query string bypass the limit.
    const route = request.routeOptions.url ?? ''
    if (isApiUrl(request.url) && route !== '/api/ping') return consume(request, route)
    done()
  })
}
