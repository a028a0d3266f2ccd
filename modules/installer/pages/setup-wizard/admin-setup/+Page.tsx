export { AdminSetupPage as Page } from '../../../ui/AdminSetupPage.tsx'
