export {
  creditUser,
  listOwnTransactions,
  listTransactions,
  listUserTransactions,
  Transaction,
  type TransactionStatus,
  type TransactionType,
} from './contract/transactions.ts'
export type { BillingEvents } from './server/events.ts'
