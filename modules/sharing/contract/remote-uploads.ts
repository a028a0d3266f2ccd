import { type ErrorCode, endpoint, object, uuid } from '../../shared/contract.ts'
import { cancelRemote, cancelRemoteUrl, remoteUploads, retryRemote, uploadRemote } from '../../storage/contract.ts'
import { requestUploadErrors } from './errors.ts'
import { token, tokenParams } from './tokens.ts'

/**
 * Files that the server fetches for callers without an account: storage's calls under the URL of a share link or file
 * request. Each browser sees and cancels its own batches. 429 when the limit of the link is reached.
 */
const calls = <A extends 'share' | 'fileRequest'>(access: A, at: (rest: string) => string) => {
  // Not a parameter: browsers do not get the errors of a call, but would get an argument.
  const errors: readonly ErrorCode[] = access === 'fileRequest' ? requestUploadErrors : []
  const way = { access, params: tokenParams() }
  const batch = { access, params: object({ token: token(), batch: uuid() }) }
  return {
    create: endpoint({ ...uploadRemote, ...way, path: at(''), errors: [...uploadRemote.errors, ...errors] }),
    list: endpoint({ ...remoteUploads, ...way, path: at(''), errors: [...remoteUploads.errors, ...errors] }),
    cancel: endpoint({ ...cancelRemote, ...batch, path: at('/:batch'), errors: [...cancelRemote.errors, ...errors] }),
    cancelUrl: endpoint({
      ...cancelRemoteUrl,
      access,
      errors: [...cancelRemoteUrl.errors, ...errors],
      params: object({ token: token(), batch: uuid(), url: uuid() }),
      path: at('/:batch/urls/:url'),
    }),
    retry: endpoint({
      ...retryRemote,
      ...batch,
      path: at('/:batch/retry'),
      errors: [...retryRemote.errors, ...errors],
    }),
  }
}

export const visitorRemote = calls('share', (rest) => `/api/sharing/upload/remote${rest}/:token`)
export const uploaderRemote = calls('fileRequest', (rest) => `/api/file-request/:token/upload/remote${rest}`)
export type PublicRemoteUploads = typeof visitorRemote | typeof uploaderRemote
