import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Access } from '../../../shared/contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call this route. `serve` sets it; a route that is registered directly may only be `public`. `token`: programs
     * with a personal token, never with a session (`serveProtocol`).
     */
    access?: Access | 'token'
    /** True for routes of `serve` and `serveProtocol`, which check access. */
    served?: boolean
    /** The route reads a body of any type itself, as a stream. */
    readsBody?: boolean
    /** Whether the route is available before the installation. */
    beforeSetup?: boolean
    /** Whether URLs past 4 KiB are accepted. */
    longUrl?: boolean
    /** True for the route of the pages. */
    page?: boolean
    /** Errors below 500 are one sentence of plain text. */
    plainErrors?: boolean
  }
}

const nameOf = ({ method, url }: RouteOptions) => `${[method].flat().join(',')} ${url}`

/** Stops the start when a route does not declare its access (docs/security.md). */
export const requireDeclaredAccess = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    for (const route of routes) {
      const { access, served } = route.config ?? {}
      if (!access) throw new Error(`${nameOf(route)} declares no access`)
      if (access !== 'public' && !served)
        throw new Error(`${nameOf(route)} is ${access}, which only serve() and serveProtocol() check`)
    }
  })
}

/** Declares all routes of a plugin's scope public, such as static files. */
export const declarePublic = (scope: FastifyInstance): void => {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'public' }
  })
}
