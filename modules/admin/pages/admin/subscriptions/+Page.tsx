export { SubscriptionsPage as Page } from '../../../ui/billing/SubscriptionsPage.tsx'
