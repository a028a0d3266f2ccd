export * from './contract/account.ts'
export * from './contract/auth.ts'
export { Avatar, Email, emailPattern, maxPasswordLength, minPasswordLength } from './contract/fields.ts'
export * from './contract/user.ts'
