import type { AnyEvent, CommittingTransaction, Platform } from '../../platform/index.ts'
import type { Users } from '../../users/index.ts'
import { eventMappings, type MappedNotification } from './event-mappings.ts'
import { type InvitationSources, InvitedAccounts, type InvitingEvent, isInvitingEvent } from './invitations.ts'
import { removeFolderLinks } from './services/folder-links.ts'
import { groupUnread } from './services/group-unread.ts'
import type { Notifications } from './services/notifications.ts'
import { addMailJob } from './services/prompt-mails.ts'

/** Added for each invitation, with or without an account: the duration of the request must not reveal accounts (A51). */
const invitedJob = 'notify-invited'
const provenJob = 'notify-proven'

/** Changes existing notifications: an invitation was closed, or a person has left or lost a team folder. */
const updateEarlier = async (
  { name, payload }: AnyEvent,
  { notifications, realtime }: { notifications: Notifications; realtime: Platform['realtime'] },
  tx: CommittingTransaction,
): Promise<void> => {
  if (name === 'teams.invitation.closed') await notifications.closeInvitation(payload, tx)
  if (name === 'teams.members.removed' || name === 'teams.folder.dissolved')
    await removeFolderLinks(realtime, tx, payload)
  if (name === 'teams.member.left')
    await removeFolderLinks(realtime, tx, { userIds: [payload.userId], folderId: payload.folderId })
}

const mappingOf = ({ name, payload }: AnyEvent): MappedNotification =>
  (eventMappings as Record<string, (event: never) => MappedNotification>)[name]?.(payload as never) ?? null

interface CreateFromEventsDeps {
  notifications: Notifications
  accounts: Users['accounts']
  sources: InvitationSources
}

/** Creates notifications from the events of other modules, in their transactions: no notification is lost, none is early. */
export const createFromEvents = (
  { db, events, jobs, log, realtime }: Pick<Platform, 'db' | 'events' | 'jobs' | 'log' | 'realtime'>,
  { notifications, accounts, sources }: CreateFromEventsDeps,
): void => {
  const create = async (event: AnyEvent, tx: CommittingTransaction) => {
    const mapped = mappingOf(event)
    if (!mapped) return
    const toAll = 'userIds' in mapped ? mapped : { ...mapped, userIds: [mapped.userId] }
    const { grouping, ...plain } = { grouping: undefined, ...toAll }
    const parts = grouping ? await groupUnread(tx, { ...plain, grouping }) : [plain]
    let created = 0
    for (const part of parts)
      for (const { user_id, by_mail } of await notifications.createForAll(part, tx)) {
        created += 1
        if (mapped.mail === 'soon' && by_mail) await addMailJob(jobs, user_id, mapped.category, tx)
      }
    if (created < toAll.userIds.length)
      log.debug({ event: event.name }, 'an account to notify was deleted or wants no notification')
  }
  const createOnce = async (event: InvitingEvent) => {
    const mapped = mappingOf(event)
    if (mapped && 'userId' in mapped) await db.transaction((tx) => notifications.createOnce(mapped, tx))
  }
  const invited = new InvitedAccounts({ accounts, sources, create: createOnce })
  jobs.define(invitedJob, (event) => invited.notify(event as InvitingEvent), { isPrompt: true })
  // The transaction that proves the email adds this job: unlike it, the job sees invitations that are committed meanwhile.
  jobs.define(provenJob, (payload) => invited.notifyAll((payload as { userId: string }).userId), { isPrompt: true })
  events.beforeCommit(async (tx, emitted) => {
    for (const event of emitted) {
      const { name, payload } = event
      await updateEarlier(event, { notifications, realtime }, tx)
      if (isInvitingEvent(event)) await jobs.add(invitedJob, event, { tx })
      else await create(event, tx)
      if (name === 'users.verified' || (name === 'users.registered' && payload.emailProven))
        await jobs.add(provenJob, { userId: payload.userId }, { tx })
    }
  })
}
