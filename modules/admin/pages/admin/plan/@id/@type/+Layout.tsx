export { PlanLayout as Layout } from '../../../../../ui/billing/PlanLayout.tsx'
