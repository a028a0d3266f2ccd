export { SetupNeeded as Page } from '../../../ui/SetupNeeded.tsx'
