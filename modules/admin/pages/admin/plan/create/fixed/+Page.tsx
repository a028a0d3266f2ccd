export { CreateFixedPlanPage as Page } from '../../../../../ui/billing/CreateFixedPlanPage.tsx'
