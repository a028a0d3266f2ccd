export { CreateMeteredPlanPage as Page } from '../../../../../ui/billing/CreateMeteredPlanPage.tsx'
