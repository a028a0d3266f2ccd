declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** `emailProven`: an identity provider or an administrator has confirmed that the email is the person's. */
    'users.registered': { userId: string; emailProven: boolean }
    /** The email is proven: by a link sent to it, a provider or an administrator. */
    'users.verified': { userId: string }
    /** The account has another email. */
    'users.email.changed': { userId: string }
    /** The owner asked for the deletion of the account, which begins in a week. */
    'users.deletion.requested': { userId: string }
    /** The owner keeps the account. */
    'users.deletion.cancelled': { userId: string }
    'users.deleted': { userId: string }
    /** The session has ended by sign-out, revocation or a change of the password: its sockets are closed. */
    'users.session.revoked': { userId: string; sessionId: string }
    /** The account is suspended, or all its sessions and tokens have ended: its running work, such as uploads, stops too. */
    'users.access.ended': { userId: string; isSuspended: boolean }
    /** The account is not suspended any more. */
    'users.access.restored': { userId: string }
    /** Sessions, tokens or sign-in methods of the account have changed. */
    'users.security.changed': { userId: string }
    'users.password.changed': { userId: string }
  }
}

export {}
