export { type GrantedScope, GrantRegistry, type GrantValidator } from './server/grants.ts'
export { RemoteBatchEntity, RemoteUrlEntity } from './server/remote.entity.ts'
export { registerRemoteUploads } from './server/remote.routes.ts'
export { type CountUrls, RemoteUploads } from './server/remote-uploads.ts'
