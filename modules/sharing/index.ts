import './server/events.ts'

export type { SharingDeps } from './server/deps.ts'
export { sharingEntities } from './server/entities/index.ts'
export { createSharing, type Sharing } from './server/sharing.module.ts'
