import type { FastifyInstance } from 'fastify'
import { platformErrors } from '../errors.ts'
import type { Installation } from '../installation.ts'

/** Bytes of a request's URL (SECURITY.md §4); routes that declare `longUrl` take as much as all headers may have. */
const maxUrlBytes = 4_096

/** The path of a request's URL with its escapes read, as the router compares it; an escape that is none stays. */
export const decodedPath = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a URL means the API in any spelling: `/api`, `/%61pi/x`, `//api/x`, `/API/x`. */
export const isApiUrl = (url: string): boolean => url.startsWith('/api/') || /^\/+api(\/|$)/i.test(decodedPath(url))

/** Refuses what no route may see: URLs that are too long (414), and the API's unknown ones (D49: JSON, never a page). */
export const registerUrlChecks = (app: FastifyInstance, installation: Installation): void => {
  app.addHook('onRequest', async ({ url, routeOptions }) => {
    if (url.length > maxUrlBytes && !routeOptions.config?.longUrl) throw platformErrors.fail('uri-too-long')
    if (routeOptions.url?.startsWith('/api/') || !isApiUrl(url)) return
    throw platformErrors.fail((await installation.done()) ? 'not-found' : 'not-installed')
  })
}
