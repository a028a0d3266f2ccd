export { ReportPage as Page } from '../../../ui/ReportPage.tsx'
