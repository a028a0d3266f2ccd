export { settingsIndex } from './client/settings-index.ts'
export { account } from './ui/account.ts'
export { rememberInvited } from './ui/pending-email.ts'
