import type { TablesOf } from '../../../platform/index.ts'
import { EmailTokenEntity, PersonalAccessTokenEntity, SessionEntity } from './credentials.entities.ts'
import { DataExportEntity, EmailChangeEntity, UserAvatarEntity } from './profile.entities.ts'
import { PasskeyEntity, SignInChallengeEntity, SignInIdentityEntity } from './sign-in.entities.ts'
import { UserEntity } from './user.entity.ts'

export { PersonalAccessTokenEntity } from './credentials.entities.ts'
export { UserEntity } from './user.entity.ts'
export const userEntities = [
  UserEntity,
  SessionEntity,
  PersonalAccessTokenEntity,
  EmailTokenEntity,
  UserAvatarEntity,
  EmailChangeEntity,
  SignInChallengeEntity,
  PasskeyEntity,
  SignInIdentityEntity,
  DataExportEntity,
]

/** The module's tables for `builder<UsersTables>()` and `RowOf<UsersTables['users']>`. */
export type UsersTables = TablesOf<typeof userEntities>
