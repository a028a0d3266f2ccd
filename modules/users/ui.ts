export { account } from './ui/account.ts'
