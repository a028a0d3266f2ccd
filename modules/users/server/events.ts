declare module '../../platform/server/events.ts' {
  interface EventMap {
    'users.registered': { userId: string }
    'users.verified': { userId: string }
    'users.deleted': { userId: string }
    /** Sign-out, revocation, password change: sockets of that session close. */
    'users.session.revoked': { userId: string; sessionId: string }
    'users.password.changed': { userId: string }
  }
}

export type UsersEvent =
  | 'users.registered'
  | 'users.verified'
  | 'users.deleted'
  | 'users.session.revoked'
  | 'users.password.changed'
