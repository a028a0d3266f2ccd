import './server/events.ts'

export type { Account } from './server/account.ts'
export { userEntities } from './server/entities/index.ts'
export { avatarUrls, displayName } from './server/names.ts'
export { type OperatorAccount, OperatorError } from './server/services/operator.ts'
export type { SignedIn } from './server/services/signed-in.ts'
export type { UserSections } from './server/user.resource.ts'
export { createUsers, type Users } from './server/users.module.ts'
