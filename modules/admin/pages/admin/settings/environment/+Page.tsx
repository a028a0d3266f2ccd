export { EnvironmentPage as Page } from '../../../../ui/settings/EnvironmentPage.tsx'
