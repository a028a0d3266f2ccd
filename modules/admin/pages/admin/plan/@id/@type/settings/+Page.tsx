export { PlanSettingsPage as Page } from '../../../../../../ui/billing/PlanSettingsPage.tsx'
