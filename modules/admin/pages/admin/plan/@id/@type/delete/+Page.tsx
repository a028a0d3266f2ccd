export { DeletePlanPage as Page } from '../../../../../../ui/billing/DeletePlanPage.tsx'
