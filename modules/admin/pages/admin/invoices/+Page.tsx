export { TransactionsPage as Page } from '../../../ui/billing/TransactionsPage.tsx'
