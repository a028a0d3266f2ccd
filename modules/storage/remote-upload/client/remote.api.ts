import { call } from '../../../web/ui.ts'
import { cancelRemote, cancelRemoteUrl, remoteUploads, retryRemote, uploadRemote } from '../contract.ts'
import type { RemoteApi } from './remote.store.ts'

export const remoteApi: RemoteApi = {
  create: async (urls, parent_id) => (await call(uploadRemote, { body: { urls: [...urls], parent_id } })).data,
  list: async () => (await call(remoteUploads)).data.map(({ data }) => data),
  cancel: (batch) => call(cancelRemote, { params: { batch } }),
  cancelUrl: (batch, url) => call(cancelRemoteUrl, { params: { batch, url } }),
  retry: async (batch, urls) => (await call(retryRemote, { params: { batch }, body: urls ? { urls } : {} })).data,
}
