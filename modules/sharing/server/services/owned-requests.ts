import { defaultPerPage } from '../../../shared/contract.ts'
import type { Scope, StorageApi } from '../../../storage/index.ts'
import type { UploadRequest } from '../../contract.ts'
import { readPlace, writePlace } from '../place-cursor.ts'
import { presentRequest } from '../request.resource.ts'
import type { OwnedRequestRow } from '../request.row.ts'
import type { LinkTokens } from '../tokens.ts'
import type { Requests } from './requests.ts'

/** Requests as their owner is shown them, by the API and on the page. */
export class OwnedRequests {
  private readonly requests: Requests
  private readonly storage: StorageApi
  private readonly tokens: LinkTokens
  private readonly appUrl: () => string
  constructor(requests: Requests, storage: StorageApi, tokens: LinkTokens, appUrl: () => string) {
    this.requests = requests
    this.storage = storage
    this.tokens = tokens
    this.appUrl = appUrl
  }

  /** With their folders, where those still are: one query for all. */
  async present(scope: Scope, rows: readonly OwnedRequestRow[]): Promise<UploadRequest[]> {
    const ids = rows.flatMap(({ folder_id }) => folder_id ?? [])
    const folders = ids.length > 0 ? await this.storage.browse.items(scope, ids) : []
    return rows.map((row) =>
      presentRequest(
        row,
        this.tokens.read(row.token_sealed),
        this.appUrl(),
        folders.find(({ id }) => id === row.folder_id),
      ),
    )
  }

  /** Newest first. */
  async page(scope: Scope, { cursor, per_page: count = defaultPerPage }: { cursor?: string; per_page?: number }) {
    const before = cursor === undefined ? null : readPlace(cursor)
    const rows = await this.requests.list(scope.ownerId, count + 1, before)
    const kept = rows.slice(0, count)
    const last = rows.length > count ? kept.at(-1) : undefined
    const data = (await this.present(scope, kept)).map((each) => ({ data: each }))
    return { data, meta: { next_cursor: last ? writePlace(last.created_micros, last.id) : null } }
  }
}
