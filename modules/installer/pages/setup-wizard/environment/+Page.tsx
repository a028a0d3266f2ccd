export { EnvironmentPage as Page } from '../../../ui/EnvironmentPage.tsx'
