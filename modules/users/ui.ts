export { account } from './ui/account.ts'
export { rememberInvited } from './ui/pending-email.ts'
