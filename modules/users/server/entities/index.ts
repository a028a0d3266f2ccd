import type { TablesOf } from '../../../platform/index.ts'
import { EmailTokenEntity, PersonalAccessTokenEntity, SessionEntity } from './credentials.entities.ts'
import { UserEntity } from './user.entity.ts'

export { EmailTokenEntity, PersonalAccessTokenEntity, SessionEntity } from './credentials.entities.ts'
export { UserEntity } from './user.entity.ts'
export const userEntities = [UserEntity, SessionEntity, PersonalAccessTokenEntity, EmailTokenEntity]

/** The module's tables for `builder<UsersTables>()` and `RowOf<UsersTables['users']>`. */
export type UsersTables = TablesOf<typeof userEntities>
