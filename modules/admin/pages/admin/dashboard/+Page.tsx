export { DashboardPage as Page } from '../../../ui/dashboard/DashboardPage.tsx'
