import type { Principal } from '../../platform/index.ts'
import type { Listing } from '../../storage/contract.ts'
import { ownScope } from '../../storage/index.ts'
import type { SharedItems } from './services/shared-items.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    shares: OwnerPages
  }
}

/** Links as the pages of their owner see them. */
export interface OwnerPages {
  /** Items with a link, as the API answers. */
  items(principal: Principal, query: { per_page: number }): Promise<Listing>
}

export const createOwnerPages = (sharedItems: SharedItems): OwnerPages => ({
  items: (principal, query) => sharedItems.list(ownScope(principal), query),
})
