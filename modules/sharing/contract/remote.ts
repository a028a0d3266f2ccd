import { endpoint, object, string, uuid } from '../../shared/contract.ts'
import { cancelRemote, cancelRemoteUrl, remoteUploads, retryRemote, uploadRemote } from '../../storage/contract.ts'
import { requestTokenPattern } from './requests.ts'
import { tokenPattern } from './shares.ts'

/**
 * Files that the server fetches for people without an account: storage's calls under a link's or a request's address. Each
 * browser sees and ends its own. 429 for more than a link may have fetched.
 */
const calls = <A extends 'share' | 'uploadRequest'>(access: A, pattern: string, at: (rest: string) => string) => {
  const token = () => string({ pattern })
  const way = { access, params: object({ token: token() }) }
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

export const visitorRemote = calls('share', tokenPattern, (rest) => `/api/sharing/upload/remote${rest}/:token`)
export const requestRemote = calls(
  'uploadRequest',
  requestTokenPattern,
  (rest) => `/api/file-request/:token/upload/remote${rest}`,
)
export type GuestRemote = typeof visitorRemote | typeof requestRemote
