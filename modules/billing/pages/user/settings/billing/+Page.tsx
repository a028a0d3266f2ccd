export { BillingPage as Page } from '../../../../ui/BillingPage.tsx'
