import { call } from '../../web/ui.ts'
import {
  type CreateRequest,
  closeRequest,
  createRequest,
  listRequests,
  reopenRequest,
  revokeRequest,
  type UpdateRequest,
  type UploadRequest,
  updateRequest,
} from '../contract.ts'

/** What the page of one's requests is rendered from. */
export interface OwnRequestsData {
  requests: UploadRequest[]
  next: string | null
  /** Opens the popup for a new one at once. */
  asks: boolean
}

/** The owner's calls; all reject with `CallError`. */
export const ownRequests = {
  create: async (body: CreateRequest): Promise<UploadRequest> => (await call(createRequest, { body })).data,
  list: async (cursor: string) => {
    const { data, meta } = await call(listRequests, { query: { cursor } })
    return { requests: data.map((each) => each.data), next: meta.next_cursor }
  },
  update: async (token: string, body: UpdateRequest): Promise<UploadRequest> =>
    (await call(updateRequest, { params: { token }, body })).data,
  close: (token: string) => call(closeRequest, { params: { token } }),
  reopen: async (token: string): Promise<UploadRequest> =>
    (await call(reopenRequest, { params: { token }, body: {} })).data,
  revoke: (token: string) => call(revokeRequest, { params: { token } }),
}
