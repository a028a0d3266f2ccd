export { LockedPage as Page } from '../../../ui/LockedPage.tsx'
