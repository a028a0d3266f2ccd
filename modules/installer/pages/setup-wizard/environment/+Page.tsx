export { EnvironmentStepPage as Page } from '../../../ui/EnvironmentStepPage.tsx'
