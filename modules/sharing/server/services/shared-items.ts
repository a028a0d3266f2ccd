import type { FolderQuery, Listing } from '../../../storage/contract.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { ShareLists } from './share-lists.ts'

/** The owner's items that have a link, paged and sorted like a folder; what is in the trash is left out. */
export class SharedItems {
  private readonly storage: StorageApi
  private readonly lists: ShareLists
  constructor(storage: StorageApi, lists: ShareLists) {
    this.storage = storage
    this.lists = lists
  }

  /** 404 for an item to go around that is not in the list, 422 for a cursor or page that cannot be. */
  async list(scope: Scope, query: FolderQuery): Promise<Listing> {
    return this.storage.browse.among(scope, await this.lists.itemsWithLinks(scope.ownerId), query)
  }
}
