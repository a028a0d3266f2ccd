import type { FastifyInstance } from 'fastify'
import { accessErrors } from '../../platform/index.ts'
import type { ErrorCode } from '../../shared/contract.ts'
import { shareDownloadErrors } from '../contract/errors.ts'

const byShare: ErrorCode[] = [
  'sharing.share-not-found',
  'sharing.share-unavailable',
  'sharing.share-locked',
  // Too many new browsers of one network.
  'platform.too-many-attempts',
]
const byRequest: ErrorCode[] = [
  'sharing.request-not-found',
  'sharing.request-unavailable',
  'platform.too-many-attempts',
  // For visitors who are no uploaders yet.
  'users.bot-check-failed',
]

/** Declares the errors of the guards of share links and file requests, for every endpoint that they guard. */
export const declareGuardErrors = (app: FastifyInstance): void => {
  accessErrors(app, 'share', byShare)
  accessErrors(app, 'fileRequest', byRequest)
  accessErrors(app, 'link', [...byShare, ...byRequest, 'sharing.request-closed', ...shareDownloadErrors])
}
