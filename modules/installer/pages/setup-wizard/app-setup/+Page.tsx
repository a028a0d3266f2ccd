export { AppSetupPage as Page } from '../../../ui/AppSetupPage.tsx'
