export { ReportsPage as Page } from '../../../ui/reports/ReportsPage.tsx'
