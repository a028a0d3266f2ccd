import type { FastifyInstance } from 'fastify'
import { platformErrors, serve } from '../../../platform/index.ts'
import { type RequestScopes, requestScope, storageErrors } from '../../tree/index.ts'
import { type FoundUser, findPath, search } from '../contract.ts'
import type { PathFinder } from './path-finder.ts'
import type { Search } from './search.ts'

/** Finds accounts by name and email address, for admins. The users module implements it. */
export type FindUsers = (query: string) => Promise<FoundUser[]>

interface SearchServices {
  search: Search
  paths: PathFinder
  scopes: RequestScopes
}

export const searchRoutes = (app: FastifyInstance, services: SearchServices, findUsers: FindUsers): void => {
  const { search: service, paths, scopes } = services
  serve(app, search, async ({ query }, request) => {
    if (query.filter !== 'users')
      return query.in === undefined && query.scope === undefined
        ? service.findInAll(await scopes.all(request), query)
        : service.find(query.scope ? requestScope(request) : await scopes.ofItem(request, query.in), query)
    if (request.principal?.role !== 'admin') throw storageErrors.fail('users-for-admins')
    if (query.query === undefined)
      throw platformErrors.fail('validation-failed', { errors: { query: ['platform:validation.required'] } })
    return { data: await findUsers(query.query) }
  })
  serve(app, findPath, ({ query }, request) => paths.find(scopes.finder(request), query))
}
