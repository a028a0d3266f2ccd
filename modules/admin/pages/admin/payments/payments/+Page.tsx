export { PaymentsPage as Page } from '../../../../ui/payments/PaymentsPage.tsx'
