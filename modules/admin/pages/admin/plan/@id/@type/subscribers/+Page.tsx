export { SubscribersPage as Page } from '../../../../../../ui/billing/SubscribersPage.tsx'
