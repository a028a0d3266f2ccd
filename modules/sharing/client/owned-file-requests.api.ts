import { type CreatedOnce, createOnce } from '../../shared/contract.ts'
import type { FilesPageData } from '../../storage/ui.ts'
import { call } from '../../web/ui.ts'
import {
  type CreateFileRequest,
  closeFileRequest,
  createFileRequest,
  type FileRequest,
  type FileRequestFilters,
  type FileRequestStatus,
  fileRequestStatuses,
  listFileRequests,
  maxRequestSearch,
  reopenFileRequest,
  revokeFileRequest,
  type UpdateFileRequest,
  updateFileRequest,
} from '../contract.ts'
import { requestsPath } from './share-badge.ts'

/** Data of the page with the owner's requests. */
export interface FileRequestsPageData extends FilesPageData {
  filters: FileRequestFilters
  requests: FileRequest[]
  next: string | null
}

const isStatus = (value: string): value is FileRequestStatus => fileRequestStatuses.some((status) => status === value)

/** The filters of the list that a query names; other values filter nothing. */
export const requestFilters = ({ search = '', status = '' }: Record<string, string>): FileRequestFilters => ({
  ...(search.trim() && { search: search.trim().slice(0, maxRequestSearch) }),
  ...(isStatus(status) && { status }),
})

/** URL of the list with these filters. */
export const requestsHref = (filters: FileRequestFilters): string => {
  const query = new URLSearchParams(filters)
  return query.size > 0 ? `${requestsPath}?${query}` : requestsPath
}

/** The owner's calls; all reject with `CallError`. */
export const fileRequestsApi = {
  create: async (body: CreateFileRequest): Promise<FileRequest> => (await call(createFileRequest, { body })).data,
  list: async (filters: FileRequestFilters, cursor?: string) => {
    const { data, meta } = await call(listFileRequests, { query: { ...filters, ...(cursor && { cursor }) } })
    return { requests: data.map((each) => each.data), next: meta.next_cursor }
  },
  update: async (token: string, body: UpdateFileRequest): Promise<FileRequest> =>
    (await call(updateFileRequest, { params: { token }, body })).data,
  close: (token: string) => call(closeFileRequest, { params: { token } }),
  reopen: async (token: string): Promise<FileRequest> =>
    (await call(reopenFileRequest, { params: { token }, body: {} })).data,
  revoke: (token: string) => call(revokeFileRequest, { params: { token } }),
}

/**
 * Creates the request of a form, whose uploaders get one email also after a lost response. `entered`: the form's values, by
 * which a repeated creation is recognized; the body contains the time.
 */
export const createRequestOnce = () => {
  // The newest is the first.
  const create = createOnce({
    list: async () => (await fileRequestsApi.list({})).requests,
    read: (created: FileRequest) => created,
  })
  return (entered: unknown, body: CreateFileRequest): Promise<CreatedOnce<FileRequest>> =>
    create(entered, () => fileRequestsApi.create(body))
}
