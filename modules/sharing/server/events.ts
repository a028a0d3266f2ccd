import type { EventsOf } from '../../platform/index.ts'

interface ListChange {
  /** Folders whose lists show the change; null is the root. */
  parentIds: (string | null)[]
  /** Socket of the tab that made the change and shows it already. */
  socketId?: string | null
}

interface LinksEvent extends ListChange {
  ownerId: string
  shareIds: string[]
  itemIds: string[]
}

declare module '../../platform/server/events.ts' {
  interface EventMap {
    'sharing.link.created': ListChange & { ownerId: string; shareId: string; itemId: string }
    'sharing.link.changed': LinksEvent
    'sharing.link.revoked': LinksEvent
    /** A visitor has downloaded a file or archive named `item` completely; `notifyOwner`: the owner asked for it. */
    'sharing.link.downloaded': { ownerId: string; shareId: string; itemId: string; item: string; notifyOwner: boolean }
    /** Created, edited, closed, reopened or revoked, by anyone. */
    'sharing.request.changed': ListChange & { ownerId: string; requestId: string }
    /** `userId`: account of the invited email, which may not be proven; null without one. `owner`: a display name. */
    'sharing.request.invited': { userId: string | null; requestId: string; owner: string }
    /** An uploader, named `from`, has submitted or been idle: `count` files, `late` of them; `title`: the request's. */
    'sharing.request.received': {
      ownerId: string
      requestId: string
      folderId: string | null
      from: string
      title: string
      count: number
      late: number
    }
    /** Closed by an uploader, or by its deadline. */
    'sharing.request.closed': { ownerId: string; requestId: string; folderId: string | null; title: string }
  }
}

/** Event → payload. */
export type SharingEvents = EventsOf<'sharing'>
