import type { Platform, Sql } from '../../platform/index.ts'
import { itemsChanged } from '../../storage/contract.ts'
import { teamsChanged } from '../contract.ts'
import type { TeamsDeps } from './deps.ts'
import type { TeamDirectory } from './services/directory.ts'
import type { Invitations } from './services/invitations.ts'
import { hasAcceptedInvitation, memberIdsByFolder } from './services/people-queries.ts'
import { findTeamWatchers } from './services/team-watchers.ts'

interface EventHandlersDeps extends Pick<TeamsDeps, 'users' | 'storage' | 'watchers'> {
  directory: TeamDirectory
  invitations: Invitations
}

const joinJob = 'join-team-folders'

/** Handles events of invitations, members and team folders. */
export const registerTeamsEventHandlers = (
  { db, events, realtime, jobs }: Pick<Platform, 'db' | 'events' | 'realtime' | 'jobs'>,
  { users, storage, watchers, directory, invitations }: EventHandlersDeps,
): void => {
  realtime.describe(teamsChanged, async (_userId, { folderId }) => ({ folder_id: folderId }))
  const publishAll = async (ownerId: string, folderIds: readonly string[], others: readonly string[] = []) => {
    const members = await memberIdsByFolder(db, folderIds)
    const userIds = [...new Set([ownerId, ...others, ...[...members.values()].flat()])]
    directory.invalidate(userIds)
    for (const [folderId, ids] of members)
      realtime.publishToAll([...new Set([ownerId, ...others, ...ids])], { event: teamsChanged, ids: { folderId } })
    // Open lists, trees and folders are fetched again: their reader may see more or less of them now.
    realtime.publishToAll(userIds, { event: itemsChanged, ids: { parentId: null, everything: true } })
  }
  const publish = (ownerId: string, folderId: string, others: readonly string[] = []) =>
    publishAll(ownerId, [folderId], others)
  /**
   * Ends open uploads, fetches and locks of former editors in this team folder; those in others of its owner go on, also where
   * one is within the other.
   */
  const endWork = async (ownerId: string, folderId: string, userIds: readonly string[]) => {
    for (const userId of userIds) {
      const { memberships } = await directory.latest(userId)
      const edited = memberships.flatMap(({ permission, folder_id }) => (permission === 'can_edit' ? folder_id : []))
      await storage.remote.cancelAll(ownerId, `user:${userId}`, folderId)
      await storage.uploads.cancellation.cancelAll(ownerId, `user:${userId}`, { folderId, except: edited })
    }
    await storage.locks.endLost(ownerId)
  }
  watchers.add((ownerId, parentIds) => findTeamWatchers(db, ownerId, parentIds))

  events.on('teams.access.changed', async ({ ownerId, folderId, userIds, loweredIds }) => {
    await publish(ownerId, folderId, userIds)
    await endWork(ownerId, folderId, loweredIds)
  })
  events.on('teams.folder.dissolved', async ({ ownerId, folderId, userIds }) => {
    await publish(ownerId, folderId, userIds)
    await endWork(ownerId, folderId, userIds)
  })
  const ownerChanged = async (userId: string) => publishAll(userId, [...(await directory.latest(userId)).owned])
  events.on('users.access.ended', ({ userId, isSuspended }) => (isSuspended ? ownerChanged(userId) : undefined))
  events.on('users.access.restored', ({ userId }) => ownerChanged(userId))
  events.on('teams.invitation.sent', ({ ownerId, folderId }) => publish(ownerId, folderId))
  jobs.define(
    joinJob,
    async (payload) => {
      const account = await users.accounts.byId((payload as { userId: string }).userId)
      if (account) await invitations.joinWaiting(account)
    },
    { isPrompt: true },
  )
  // The transaction that proves the email adds the job, as there is no second occasion. Without verification anybody can
  // register any email: only a person who reads its emails may join.
  events.beforeCommit(async (sql: Sql, emitted) => {
    for (const { name, payload } of emitted)
      if (name === 'users.verified' || (name === 'users.registered' && payload.emailProven))
        if (await hasAcceptedInvitation(sql, payload.userId))
          await jobs.add(joinJob, { userId: payload.userId }, { tx: sql })
  })
  events.on('users.registered', async ({ userId, emailProven }) => {
    if (emailProven) return
    const account = await users.accounts.byId(userId)
    // An unverified account has got the link by its sign-up.
    if (account?.email_verified_at && (await hasAcceptedInvitation(db, userId))) await users.sendVerification(userId)
  })

  /** Notifies members of a team folder's new name or place: they watch no folder that contains it. */
  const changed = async (ownerId: string, itemIds: readonly string[]) => {
    if (itemIds.length === 0) return
    const { owned } = await directory.teamsOf(ownerId)
    const folderIds = itemIds.filter((id) => owned.has(id))
    if (folderIds.length > 0) await publishAll(ownerId, folderIds)
  }
  events.on('storage.item.renamed', ({ ownerId, itemId }) => changed(ownerId, [itemId]))
  for (const name of ['storage.items.trashed', 'storage.items.restored', 'storage.items.moved'] as const)
    events.on(name, ({ ownerId, excludedIds }) => changed(ownerId, excludedIds))
}
