export { LegalPage as Page } from '../../ui/LegalPage.tsx'
