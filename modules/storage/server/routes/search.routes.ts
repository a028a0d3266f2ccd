import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { type FoundUser, search } from '../../contract.ts'
import type { Tree } from '../api.ts'
import { storageErrors } from '../errors.ts'
import { requestScope } from './scope.ts'

/** Accounts by name and address, for admins; the users module has them. */
export type FindUsers = (query: string) => Promise<FoundUser[]>

export const searchRoutes = (app: FastifyInstance, _platform: Platform, tree: Tree, findUsers: FindUsers): void => {
  serve(app, search, async ({ query }, request) => {
    const scope = requestScope(request)
    if (query.filter !== 'users') return tree.search.find(scope, query)
    if (request.principal?.role !== 'admin') throw storageErrors.fail('users-for-admins')
    return { data: await findUsers(query.query) }
  })
}
