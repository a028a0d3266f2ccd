export { JobsPage as Page } from '../../../ui/system/JobsPage.tsx'
