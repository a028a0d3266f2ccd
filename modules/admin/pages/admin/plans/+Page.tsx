export { PlansPage as Page } from '../../../ui/billing/PlansPage.tsx'
