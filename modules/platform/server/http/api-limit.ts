import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf, type RateLimiter } from '../rate-limit.ts'
import { isApiUrl } from './urls.ts'

/**
 * Bytes are bounded by what they are (quota, pace), not by a count of requests; those of people without an account by
 * both, with room for thousands of small files.
 */
const chunk = /\/upload\/(chunks|bundle)(\/|$)|^\/api\/(sharing\/upload\/[^/]+|(file-request\/[^/]+\/)?upload)$/
const guestChunks = { limit: 3_000, windowSeconds: 60 }

/** Requests per minute to `/api`: by account, else by network (SECURITY.md §4). Files and pages are not counted. */
export const registerApiLimit = (app: FastifyInstance, { apiLimits }: Config, limiter: RateLimiter): void => {
  app.addHook('onRequest', async ({ url, routeOptions, principal, ip }) => {
    // What the router has found, not what the URL is written like: neither escapes nor a query lead past the limit.
    const route = routeOptions.url ?? ''
    if (!isApiUrl(url) || route === '/api/ping') return
    const limit = principal ? apiLimits.user : apiLimits.visitor
    if (limit === 0) return
    if (chunk.test(route)) {
      if (!principal) await limiter.consumeBatched(['guest-upload', networkOf(ip)], guestChunks)
      return
    }
    const whom = principal ? principal.userId : networkOf(ip)
    await limiter.consumeBatched(['api', principal ? 'user' : 'network', whom], { limit, windowSeconds: 60 })
  })
}
