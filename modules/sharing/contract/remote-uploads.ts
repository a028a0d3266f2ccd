import { endpoint, object, uuid } from '../../shared/contract.ts'
import { cancelRemote, cancelRemoteUrl, remoteUploads, retryRemote, uploadRemote } from '../../storage/contract.ts'
import { token, tokenParams } from './tokens.ts'

/**
 * Files that the server fetches for callers without an account: storage's calls under the URL of a share link or file
 * request. Each browser sees and cancels its own batches. 429 when the limit of the link is reached.
 */
const calls = <A extends 'share' | 'uploadRequest'>(access: A, at: (rest: string) => string) => {
  const way = { access, params: tokenParams() }
  const batch = { access, params: object({ token: token(), batch: uuid() }) }
  return {
    create: endpoint({ ...uploadRemote, ...way, path: at('') }),
    list: endpoint({ ...remoteUploads, ...way, path: at('') }),
    cancel: endpoint({ ...cancelRemote, ...batch, path: at('/:batch') }),
    cancelUrl: endpoint({
      ...cancelRemoteUrl,
      access,
      params: object({ token: token(), batch: uuid(), url: uuid() }),
      path: at('/:batch/urls/:url'),
    }),
    retry: endpoint({ ...retryRemote, ...batch, path: at('/:batch/retry') }),
  }
}

export const visitorRemote = calls('share', (rest) => `/api/sharing/upload/remote${rest}/:token`)
export const uploaderRemote = calls('uploadRequest', (rest) => `/api/file-request/:token/upload/remote${rest}`)
export type PublicRemoteUploads = typeof visitorRemote | typeof uploaderRemote
