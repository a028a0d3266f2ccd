import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access } from '../../../shared/contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. Set by `serve`; routes of their own may only be `public`. */
    access?: Access
    /** Registered by `serve`, which checks access, CSRF and schemas. */
    served?: boolean
    /** Answers before the installation too. */
    beforeSetup?: boolean
    /** URLs past 4 KiB are accepted. */
    longUrl?: boolean
    /** HTML of a 503 for a person who asked for a page, with headers of its own; null: the answer for programs. */
    unavailablePage?(request: FastifyRequest, reply: FastifyReply): string | null
  }
}

const nameOf = ({ method, url }: RouteOptions) => `${[method].flat().join(',')} ${url}`

/** The server refuses to start while a route does not say who may call it (SECURITY.md §0). */
export const requireDeclaredRoutes = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    for (const route of routes) {
      const { access, served } = route.config ?? {}
      if (!access) throw new Error(`${nameOf(route)} declares no access`)
      if (access !== 'public' && !served) throw new Error(`${nameOf(route)} is ${access}, which only serve() checks`)
    }
  })
}

/** For plugins that register routes of their own, such as static files: all of theirs are public. */
export const declarePublic = (scope: FastifyInstance): void => {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'public' }
  })
}
