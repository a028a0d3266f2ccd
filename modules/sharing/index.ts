import './server/events.ts'

export type { SharingDeps } from './server/deps.ts'
export { sharingEntities } from './server/entities/index.ts'
export { reencryptTokens } from './server/reencrypt-tokens.ts'
export { sendSharingSampleMails } from './server/sample-mails.ts'
export { sharingSettings } from './server/settings.ts'
export type { AuthorizePage, PageDecision } from './server/share-page-access.ts'
export { createSharing, type Sharing } from './server/sharing.module.ts'
