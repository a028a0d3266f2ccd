import type { AnyEvent, CommittingTransaction, EventName, Platform } from '../../platform/index.ts'
import { eventMappings, type MappedNotification } from './event-mappings.ts'
import type { Notifications } from './services/notifications.ts'

/**
 * Events about an email that may belong to an account. A job creates the notification, whether there is an account or not: the
 * duration of the request must not show which (A51).
 */
const ofEmails: readonly EventName[] = ['teams.invitation.sent', 'sharing.request.invited']
const job = 'notify-invited'

/** What an event changes in notifications that are there already. */
const updateEarlier = async (
  { name, payload }: AnyEvent,
  notifications: Notifications,
  tx: CommittingTransaction,
): Promise<void> => {
  if (name === 'teams.invitation.closed') await notifications.closeInvitation(payload, tx)
  if (name === 'teams.members.removed' || name === 'teams.folder.dissolved')
    await notifications.removeFolderLinks(payload.userIds, payload.folderId, tx)
  if (name === 'teams.member.left') await notifications.removeFolderLinks([payload.userId], payload.folderId, tx)
}

/** Creates notifications from the events of other modules, in their transactions: no notification is lost, none is early. */
export const createFromEvents = (
  { db, events, jobs, log }: Pick<Platform, 'db' | 'events' | 'jobs' | 'log'>,
  notifications: Notifications,
): void => {
  const create = async ({ name, payload }: AnyEvent, tx: CommittingTransaction) => {
    const map = (eventMappings as Record<string, (event: never) => MappedNotification>)[name]
    const mapped = map?.(payload as never)
    if (!mapped) return
    const toAll = 'userIds' in mapped ? mapped : { ...mapped, userIds: [mapped.userId] }
    const created = await notifications.createForAll(toAll, tx)
    if (created.length < toAll.userIds.length)
      log.debug({ event: name }, 'an account to notify was deleted or wants no notification')
  }
  jobs.define(job, (event) => db.transaction((tx) => create(event as AnyEvent, tx)), { isPrompt: true })
  events.beforeCommit(async (tx, emitted) => {
    for (const event of emitted) {
      await updateEarlier(event, notifications, tx)
      if (ofEmails.includes(event.name)) await jobs.add(job, event, { tx })
      else await create(event, tx)
    }
  })
}
