export { SecurityPage as Page } from '../../../../ui/security/SecurityPage.tsx'
