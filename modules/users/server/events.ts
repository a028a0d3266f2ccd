import type { EventsOf } from '../../platform/index.ts'

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** `emailProven`: an identity provider or an administrator says that the email is the person's. */
    'users.registered': { userId: string; emailProven: boolean }
    /** The email is proven: by a link sent to it, a provider or an administrator. */
    'users.verified': { userId: string }
    /** The owner asked for the deletion of the account, which begins in a week. */
    'users.deletion.requested': { userId: string }
    /** The owner keeps the account. */
    'users.deletion.cancelled': { userId: string }
    'users.deleted': { userId: string }
    /** Sign-out, revocation, password change: sockets of that session close. */
    'users.session.revoked': { userId: string; sessionId: string }
    /** The account is suspended, or all its sessions and tokens ended: what it began does not go on either. */
    'users.access.ended': { userId: string; isSuspended: boolean }
    /** Sessions, tokens or the ways to sign in of the account are others. */
    'users.security.changed': { userId: string }
    'users.password.changed': { userId: string }
  }
}

/** Event → payload. */
export type UsersEvents = EventsOf<'users'>
