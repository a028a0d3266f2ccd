export { planResponse } from './server/conditional-request.ts'
export { DirectDownloads } from './server/direct-downloads.ts'
export { disposition } from './server/disposition.ts'
export { registerFiles } from './server/file.routes.ts'
export { Files } from './server/files.ts'
export { registerMediaPreviews } from './server/media-preview.routes.ts'
export { NginxSender, registerNginxReports } from './server/nginx-sender.ts'
export { sendBlob } from './server/send.ts'
export { rawHeaders, sendFile } from './server/send-file.ts'
export { registerThumbnails } from './server/thumbnail.routes.ts'
export {
  type Caller,
  type DownloadTransfer,
  type TokenAuthenticator,
  TokenAuthenticators,
} from './server/token-auth.ts'
export { Traffic } from './server/traffic.ts'
export { registerVersions } from './server/version.routes.ts'
