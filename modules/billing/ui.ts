export { useTransactionNote } from './ui/transactions/useTransactionNote.ts'
