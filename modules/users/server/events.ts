import type { EventsOf } from '../../platform/index.ts'

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** `emailProven`: an identity provider or an administrator says that the email is the person's. */
    'users.registered': { userId: string; emailProven: boolean }
    /** The email is proven: by a link sent to it, a provider or an administrator. */
    'users.verified': { userId: string }
    'users.deleted': { userId: string }
    /** Sign-out, revocation, password change: sockets of that session close. */
    'users.session.revoked': { userId: string; sessionId: string }
    'users.password.changed': { userId: string }
  }
}

/** Event → payload. */
export type UsersEvents = EventsOf<'users'>
