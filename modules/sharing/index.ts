import './server/events.ts'

export { sharingEntities } from './server/entities/index.ts'
export { createSharing, type Sharing, type SharingDeps } from './server/sharing.module.ts'
