import type { FolderQuery, Listing } from '../../../storage/contract.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { ShareLinkLists } from './share-link-lists.ts'

/** The owner's items that have a link, paged and sorted like a folder, without trashed ones. */
export class SharedItems {
  private readonly storage: StorageApi
  private readonly lists: ShareLinkLists
  constructor(storage: StorageApi, lists: ShareLinkLists) {
    this.storage = storage
    this.lists = lists
  }

  /** 404 when `around` names an item that is not in the list, 422 for an invalid cursor or page. */
  async list(scope: Scope, query: FolderQuery): Promise<Listing> {
    return this.storage.browse.among(scope, await this.lists.itemsWithLinks(scope.ownerId), query)
  }
}
