export { UserSubscriptionPage as Page } from '../../../../../ui/billing/UserSubscriptionPage.tsx'
