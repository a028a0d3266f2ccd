import type { FastifyInstance } from 'fastify'
import { accessErrors } from '../../platform/index.ts'
import type { ErrorCode } from '../../shared/contract.ts'
import { shareDownloadErrors } from '../contract/errors.ts'

const byShare: ErrorCode[] = [
  'sharing.share-not-found',
  'sharing.share-unavailable',
  'sharing.share-locked',
  // Browsers of one network that are new.
  'platform.too-many-attempts',
]
const byRequest: ErrorCode[] = [
  'sharing.request-not-found',
  'sharing.request-unavailable',
  'platform.too-many-attempts',
  // Errors of visitors that are no uploaders yet.
  'users.bot-check-failed',
]

/** What the guards of share links and file requests reject, on every endpoint that they guard. */
export const declareGuardErrors = (app: FastifyInstance): void => {
  accessErrors(app, 'share', byShare)
  accessErrors(app, 'fileRequest', byRequest)
  accessErrors(app, 'link', [...byShare, ...byRequest, 'sharing.request-closed', ...shareDownloadErrors])
}
