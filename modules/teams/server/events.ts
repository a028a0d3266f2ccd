import type { EventsOf } from '../../platform/index.ts'
import type { TeamPermission } from '../contract/members.ts'

interface TeamEvent {
  ownerId: string
  folderId: string
}

/** The owner has changed or removed members. `owner` and `folder`: names for texts, as they were then. */
interface MembersEvent extends TeamEvent {
  userIds: string[]
  owner: string
  folder: string
}

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** `userId`: account of the invited email, which may not be proven; null without one. Names are for texts. */
    'teams.invitation.sent': TeamEvent & {
      invitationId: string
      userId: string | null
      email: string
      inviter: string
      folder: string
    }
    /**
     * `answer` null: withdrawn, or its team folder was dissolved. `joinedFolderId`: null when it was declined, or accepted
     * before there is an account.
     */
    'teams.invitation.closed': { invitationId: string; answer: { joinedFolderId: string | null } | null }
    /** A person joined; `member` is their display name. */
    'teams.member.joined': TeamEvent & { userId: string; member: string; folder: string }
    'teams.member.left': TeamEvent & { userId: string; member: string; folder: string }
    /** The access of these accounts changed; `loweredIds`: the accounts that were removed or may not edit any more. */
    'teams.access.changed': TeamEvent & { userIds: string[]; loweredIds: string[] }
    /** The owner removed these members. */
    'teams.members.removed': MembersEvent
    /** The owner gave these members another permission. */
    'teams.permission.changed': MembersEvent & { permission: TeamPermission }
    /** `userIds`: the former members. */
    'teams.folder.dissolved': MembersEvent
  }
}

/** Event → payload. */
export type TeamsEvents = EventsOf<'teams'>
