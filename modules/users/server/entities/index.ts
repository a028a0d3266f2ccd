import { MailTokenEntity, PersonalTokenEntity, SessionEntity } from './sign-in.entities.ts'
import { UserEntity } from './user.entity.ts'

export { MailTokenEntity, PersonalTokenEntity, SessionEntity } from './sign-in.entities.ts'
export { UserEntity } from './user.entity.ts'
export const userEntities = [UserEntity, SessionEntity, PersonalTokenEntity, MailTokenEntity]
