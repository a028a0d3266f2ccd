import { defaultPerPage } from '../../../shared/contract.ts'
import type { FolderQuery } from '../../../storage/contract.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import { readPlace, writePlace } from '../place-cursor.ts'
import type { ShareLists } from './share-lists.ts'

/** The owner's items that have a link, the one shared last first; trashed ones are left out. */
export class SharedItems {
  private readonly storage: StorageApi
  private readonly lists: ShareLists
  constructor(storage: StorageApi, lists: ShareLists) {
    this.storage = storage
    this.lists = lists
  }

  /** In pages by cursor, or from a position (`at`), or around one item: 404 when it is not in the list. */
  async list(scope: Scope, { per_page = defaultPerPage, cursor, at = 0, around }: FolderQuery) {
    const before = cursor === undefined ? null : readPlace(cursor)
    const from = around === undefined ? at : await this.around(scope.payer, around, per_page)
    const [found, total] = await Promise.all([
      this.lists.sharedItems(scope.payer, per_page + 1, before, before ? 0 : from),
      this.lists.countShared(scope.payer),
    ])
    const page = found.slice(0, per_page)
    const items = await this.storage.browse.items(
      scope,
      page.map(({ item_id }) => item_id),
    )
    const last = page.at(-1)
    return {
      data: items.map((data) => ({ data })),
      meta: {
        paginate: {
          currentPage: 1,
          lastPage: Math.max(1, Math.ceil(total / per_page)),
          perPage: per_page,
          total,
          nextCursor: found.length > per_page && last ? writePlace(last.at, last.item_id) : null,
          ...(before ? {} : { from }),
        },
      },
    }
  }

  private async around(owner: string, itemId: string, perPage: number): Promise<number> {
    const place = await this.lists.placeOfShared(owner, itemId)
    if (place === null) throw sharingErrors.fail('share-not-found')
    return Math.max(place - (perPage >> 1), 0)
  }
}
