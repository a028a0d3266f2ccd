import type { Principal } from '../../platform/index.ts'
import type { FolderQuery, Listing } from '../../storage/contract.ts'
import { ownScope } from '../../storage/index.ts'
import type { SharedItems } from './services/shared-items.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    sharedItems: SharedItemsPage
  }
}

/** Shared items for the page of their owner. */
interface SharedItemsPage {
  /** Items with a link, as the API answers. */
  list(principal: Principal, query: FolderQuery): Promise<Listing>
}

export const createSharedItemsPage = (sharedItems: SharedItems): SharedItemsPage => ({
  list: (principal, query) => sharedItems.list(ownScope(principal), query),
})
