declare module '../../platform/contract.ts' {
  interface PageServices {
    notifications: NotificationPages
  }
}

/** Data of the pages of this module. */
export interface NotificationPages {
  /** The account (masked email) of the link in an email, and whether it still gets emails. 404 for an unknown token. */
  unsubscribing(token: string): Promise<{ email: string; isSubscribed: boolean }>
}
