import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, type Platform, serve, successMessage } from '../../../platform/index.ts'
import { ownScope } from '../../../storage/index.ts'
import { displayName, type Users } from '../../../users/index.ts'
import {
  browseSharedWithMe,
  browseTeamFolders,
  convertFolder,
  createTeamFolder,
  dissolveTeamFolder,
  leaveTeamFolder,
  listTeamMembers,
  replaceTeamFolder,
  teamFolderTree,
  updateTeamFolder,
} from '../../contract.ts'
import type { TeamFolders } from '../services/team-folders.ts'
import type { TeamListings } from '../services/team-listings.ts'

interface TeamFoldersRoutesDeps {
  users: Pick<Users, 'accounts'>
  teamFolders: TeamFolders
  listings: TeamListings
}

/** All items of the signed-in caller's own account. */
const callerScope = (request: FastifyRequest) => ownScope(callerOf(request), request.socketId)

export const teamFoldersRoutes = (
  app: FastifyInstance,
  { i18n }: Pick<Platform, 'i18n'>,
  { users, teamFolders, listings }: TeamFoldersRoutesDeps,
): void => {
  serve(app, browseTeamFolders, ({ params, query }, request) => listings.own(callerScope(request), params.id, query))
  serve(app, browseSharedWithMe, ({ params, query }, request) =>
    listings.sharedWithMe(callerScope(request), params.id, query),
  )
  serve(app, createTeamFolder, async ({ body }, request) => {
    const scope = callerScope(request)
    return { data: await listings.teamOf(scope.actor, await teamFolders.create(scope, body)) }
  })
  serve(app, convertFolder, async ({ params, body }, request) => {
    const scope = callerScope(request)
    await teamFolders.convert(scope, params.id, body.invitations)
    return { data: await listings.teamOf(scope.actor, params.id) }
  })
  for (const endpoint of [updateTeamFolder, replaceTeamFolder])
    serve(app, endpoint, async ({ params, body }, request) => {
      const scope = callerScope(request)
      await teamFolders.update(scope, params.id, body)
      return { data: await listings.teamOf(scope.actor, params.id) }
    })
  serve(app, dissolveTeamFolder, async ({ params }, request) => {
    await teamFolders.dissolve(callerScope(request), params.id)
    return successMessage(i18n, request, 'teams:message.dissolved')
  })
  serve(app, leaveTeamFolder, async ({ params }, request) => {
    const { ownerId } = callerScope(request)
    const account = await users.accounts.byId(ownerId)
    await teamFolders.leave(ownerId, params.id, account ? displayName(account) : '')
    return successMessage(i18n, request, 'teams:message.left')
  })
  serve(app, listTeamMembers, async ({ params, query }, request) => {
    const { members, ...meta } = await listings.members(callerScope(request).actor, params.id, query.limit)
    return { data: members, meta }
  })
  serve(app, teamFolderTree, ({ params, query }, request) =>
    listings.tree(callerScope(request).actor, params.id, query),
  )
}
