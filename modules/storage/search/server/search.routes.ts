import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { requestScope, storageErrors } from '../../tree/index.ts'
import { type FoundUser, search } from '../contract.ts'
import type { Search } from './search.ts'

/** Finds accounts by name and email address, for admins. The users module implements it. */
export type FindUsers = (query: string) => Promise<FoundUser[]>

export const searchRoutes = (app: FastifyInstance, service: Search, findUsers: FindUsers): void => {
  serve(app, search, async ({ query }, request) => {
    const scope = requestScope(request)
    if (query.filter !== 'users') return service.find(scope, query)
    if (request.principal?.role !== 'admin') throw storageErrors.fail('users-for-admins')
    return { data: await findUsers(query.query) }
  })
}
