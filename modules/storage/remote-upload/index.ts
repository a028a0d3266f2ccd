export { type Grounded, type GroundKeeper, Grounds } from './server/grants.ts'
export { RemoteBatch, RemoteUrl } from './server/remote.entity.ts'
export { registerRemoteUploads } from './server/remote.routes.ts'
export { type CountAddresses, RemoteUploads } from './server/remote-uploads.ts'
