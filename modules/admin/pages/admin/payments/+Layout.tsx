export { PaymentsLayout as Layout } from '../../../ui/payments/PaymentsLayout.tsx'
