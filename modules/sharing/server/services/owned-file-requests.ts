import { perPageOf, rejectTooManyForOnePage } from '../../../platform/index.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { FileRequest, FileRequestQuery } from '../../contract.ts'
import { presentFileRequest } from '../file-request.resource.ts'
import type { OwnedFileRequestRow } from '../file-request.row.ts'
import { encodeRequestCursor, requestOrder, requestPageStart } from '../file-request-order.ts'
import type { LinkTokens } from '../link-tokens.ts'
import type { FileRequests } from './file-requests.ts'

/** File requests as their owner sees them, by the API and on the page. */
export class OwnedFileRequests {
  private readonly fileRequests: FileRequests
  private readonly storage: StorageApi
  private readonly tokens: LinkTokens
  private readonly appUrl: () => string
  constructor(fileRequests: FileRequests, storage: StorageApi, tokens: LinkTokens, appUrl: () => string) {
    this.fileRequests = fileRequests
    this.storage = storage
    this.tokens = tokens
    this.appUrl = appUrl
  }

  /** With their folders, where they exist: one query for all. */
  async present(scope: Scope, rows: readonly OwnedFileRequestRow[]): Promise<FileRequest[]> {
    const ids = rows.flatMap(({ folder_id }) => folder_id ?? [])
    const folders = ids.length > 0 ? await this.storage.browse.items(scope, ids) : []
    return rows.map((row) =>
      presentFileRequest(
        row,
        this.tokens.decrypt(row.token_encrypted),
        this.appUrl(),
        folders.find(({ id }) => id === row.folder_id),
      ),
    )
  }

  /** Newest first, or as the query sorts. 422 for an invalid cursor or page. */
  async page(scope: Scope, query: FileRequestQuery) {
    const count = perPageOf(query)
    const order = requestOrder(query)
    const { after, position } = requestPageStart(query, order, count)
    const range = { count: count + 1, after, offset: position }
    const rows = await this.fileRequests.list(scope.ownerId, order, query, range)
    const page = rows.slice(0, count)
    const last = rows.length > count ? page.at(-1) : undefined
    const data = (await this.present(scope, page)).map((each) => ({ data: each }))
    const next =
      last && encodeRequestCursor(order, { key: last.sort_key, id: last.id, position: position + page.length })
    return { data, meta: { next_cursor: next ?? null }, position }
  }

  /** The same with the numbers of the pages (D51). 422 `too-many-for-one-page`. */
  async listing(scope: Scope, query: FileRequestQuery) {
    const [{ data, meta, position }, total] = await Promise.all([
      this.page(scope, query),
      this.fileRequests.count(scope.ownerId, query),
    ])
    rejectTooManyForOnePage(query, total)
    const perPage = perPageOf(query)
    const currentPage = Math.floor(position / perPage) + 1
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    const paginate = { currentPage, lastPage, perPage, total, nextCursor: meta.next_cursor }
    return { data, meta: { root: null, paginate, ...meta } }
  }
}
