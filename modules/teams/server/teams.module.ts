import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import { type Actor, ownScope } from '../../storage/index.ts'
import type { Account } from '../../users/index.ts'
import { teamsChanged } from '../contract.ts'
import type { TeamsDeps } from './deps.ts'
import { registerTeamsEventHandlers } from './event-handlers.ts'
import { Presence } from './presence/presence.ts'
import { PresenceStore } from './presence/presence-store.ts'
import { invitationsRoutes } from './routes/invitations.routes.ts'
import { teamFoldersRoutes } from './routes/team-folders.routes.ts'
import { TeamDirectory } from './services/directory.ts'
import { Dissolution } from './services/dissolution.ts'
import { deleteOldInvitations } from './services/expired-invitations.ts'
import { exportTeamsSection } from './services/export-section.ts'
import { findPeopleByName } from './services/find-people-by-name.ts'
import { teamsImporter } from './services/import-section.ts'
import { Invitations } from './services/invitations.ts'
import { invitationsToAccount, openInvitationIds } from './services/invited-accounts.ts'
import { TeamMails } from './services/mails.ts'
import { MemberScopes } from './services/member-scopes.ts'
import { contactEmails, countPeople } from './services/people-queries.ts'
import { TeamFolders } from './services/team-folders.ts'
import { ownTeamBadges, TeamListings } from './services/team-listings.ts'
import { createTeamPages } from './team-pages.ts'

/** Team folders over storage: their members access them by storage's own routes, in the scope that this module builds. */
export const createTeams = (platform: Platform, { users, storage, entitlements, watchers }: TeamsDeps) => {
  const { db, audit, limiter } = platform
  const directory = new TeamDirectory(db)
  const scopes = new MemberScopes(db, directory)
  const invitations = new Invitations({ db, audit, limiter, users, entitlements, mails: new TeamMails(platform) })
  const dissolution = new Dissolution({ db, audit, directory })
  const teamFolders = new TeamFolders({ db, audit, storage, entitlements, directory, invitations, dissolution })
  const listings = new TeamListings({ db, storage, directory, scopes })
  storage.scopes.add(scopes)
  storage.grants.register('team', scopes.validator())
  storage.navigation.provideRoots((scope, t) => listings.roots(scope, t))
  storage.annotations.add('members', async ({ ownerId }, ids) => {
    const { owned } = await directory.teamsOf(ownerId)
    return ownTeamBadges(
      db,
      ids.filter((id) => owned.has(id)),
    )
  })
  storage.search.provide({
    people: (userId, text) => findPeopleByName(db, userId, text),
    teamFolders: async (ownerId) => [...(await directory.teamsOf(ownerId)).owned],
  })
  const ownFolders = async ({ userId }: Actor) => {
    const { owned } = await directory.teamsOf(userId as string)
    return [...owned].map((id) => ({ id, scope: ownScope({ userId: userId as string }) }))
  }
  storage.purge.beforeFolders((tx, ownerId, folderIds) => dissolution.deleted(tx, ownerId, folderIds))
  storage.webdav.add('team-folders', ownFolders, true)
  storage.webdav.add('shared-with-me', (actor) => scopes.listed(actor))
  const presence = new Presence(platform, new PresenceStore(db))
  platform.realtime.listen(teamsChanged, (userId) => presence.accessChanged(userId))
  registerTeamsEventHandlers(platform, {
    users,
    storage,
    watchers,
    directory,
    invitations,
  })
  platform.jobs.define('delete-old-invitations', () => deleteOldInvitations(platform), { cron: '17 4 * * *' })
  return {
    /** Number of an account's own team folders. */
    ownedTeams: async (userId: string) => (await directory.teamsOf(userId)).owned.size,
    /** Call it before the folders of a deleted account are deleted. */
    dissolveAll: (userId: string) => dissolution.allOf(userId),
    /** Emails of the people that an account works with; `countPeople`: their number, for several accounts. */
    contactEmails: (userId: string) => contactEmails(db, userId),
    countPeople,
    /** State of invitations, for `notifications`. */
    invitationsTo: (account: Pick<Account, 'id' | 'email'>) => invitationsToAccount(db, account),
    openInvitations: (userId: string, ids: readonly string[]) => openInvitationIds(db, userId, ids),
    exportSection: (userId: string) => exportTeamsSection(db, userId),
    importSection: teamsImporter,
    pages: createTeamPages(listings, invitations),
    /** Call it after the migrations. */
    start: () => presence.start(),
    stop: () => presence.stop(),
    routes(app: FastifyInstance): void {
      teamFoldersRoutes(app, platform, { users, teamFolders, listings })
      invitationsRoutes(app, platform, invitations)
    },
  }
}

export type Teams = ReturnType<typeof createTeams>
