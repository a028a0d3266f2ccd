export { isFresh, rangeAllowed, readRange } from './server/conditional-request.ts'
export { disposition } from './server/disposition.ts'
export { registerFiles, sendFile } from './server/file.routes.ts'
export { Files } from './server/files.ts'
export { sandbox } from './server/media.ts'
export { sendBlob } from './server/send.ts'
export {
  type Caller,
  type DownloadTransfer,
  type TokenAuthenticator,
  TokenAuthenticators,
} from './server/token-auth.ts'
export { Traffic } from './server/traffic.ts'
export { registerVersions } from './server/version.routes.ts'
