import './server/events.ts'

export type { Account } from './server/account.ts'
/** `UserEntity` is for relations of other modules' entities; their queries ask `users.accounts`. */
export { UserEntity, userEntities } from './server/entities/index.ts'
export { avatarUrls, displayName, normalEmail, publicName } from './server/names.ts'
export { hashPassword, verifyPassword } from './server/passwords/hasher.ts'
export { sendSampleEmails } from './server/sample-emails.ts'
export { type AdminCommandAccount, AdminCommandError } from './server/services/admin-commands.ts'
export { queryParts } from './server/services/query-parts.ts'
export type { SignedInUser } from './server/services/session-cache.ts'
export { usersSettings } from './server/settings.ts'
export type { SectionValues } from './server/user.resource.ts'
export { createUsers, type Users } from './server/users.module.ts'
