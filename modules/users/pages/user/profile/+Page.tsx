export { ProfilePage as Page } from '../../../ui/profile/ProfilePage.tsx'
