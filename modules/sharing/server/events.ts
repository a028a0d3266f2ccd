interface Seen {
  /** Folders in whose lists the change is seen; null is the root. */
  parentIds: (string | null)[]
  /** Socket of the tab that did it and shows it already. */
  socketId?: string | null
}

interface LinksEvent extends Seen {
  ownerId: string
  shareIds: string[]
  itemIds: string[]
}

declare module '../../platform/server/events.ts' {
  interface EventMap {
    /** `emails`: whom it is to be sent to. */
    'sharing.link.created': Seen & { ownerId: string; shareId: string; itemId: string; emails: string[] }
    'sharing.link.sent': { ownerId: string; shareId: string; emails: string[] }
    'sharing.link.changed': LinksEvent
    'sharing.link.revoked': LinksEvent
    /** A visitor has a whole file or archive, called `item`; `tell`: its owner wants to hear of it. */
    'sharing.request.created': { ownerId: string; requestId: string; emails: string[] }
    /** An account is asked for files by somebody called `owner`; `path` is the link's. */
    'sharing.request.invited': { userId: string; requestId: string; owner: string; path: string }
    /** One guest, called `from`, is done or quiet: `count` files are there. */
    'sharing.request.received': {
      ownerId: string
      requestId: string
      folderId: string | null
      from: string
      count: number
    }
    /** Closed by a guest or by time. */
    'sharing.request.filled': { ownerId: string; requestId: string; folderId: string | null; title: string }
    'sharing.link.downloaded': { ownerId: string; shareId: string; itemId: string; item: string; tell: boolean }
  }
}
