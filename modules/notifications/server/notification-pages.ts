declare module '../../platform/contract.ts' {
  interface PageServices {
    notifications: NotificationPages
  }
}

/** Data of the pages of this module. */
export interface NotificationPages {
  /** Whose emails the link of an email ends, and whether there are still any. 404 for an unknown token. */
  unsubscribing(token: string): Promise<{ email: string; isSubscribed: boolean }>
}
