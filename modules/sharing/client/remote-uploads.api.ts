import type { RemoteApi } from '../../storage/ui.ts'
import { call } from '../../web/ui.ts'
import type { PublicRemoteUploads } from '../contract.ts'

/** Files that the server fetches for this browser, by a link or a request. */
export const remoteApiOf = (calls: PublicRemoteUploads, token: string): RemoteApi => ({
  create: async (urls, parent_id) =>
    (await call(calls.create, { params: { token }, body: { urls: [...urls], parent_id } })).data,
  list: async () => (await call(calls.list, { params: { token } })).data.map(({ data }) => data),
  cancel: (batch) => call(calls.cancel, { params: { token, batch } }),
  cancelUrl: (batch, url) => call(calls.cancelUrl, { params: { token, batch, url } }),
  retry: async (batch, urls) =>
    (await call(calls.retry, { params: { token, batch }, body: urls ? { urls } : {} })).data,
})
