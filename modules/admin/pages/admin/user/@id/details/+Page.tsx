export { UserDetailsPage as Page } from '../../../../../ui/users/detail/UserDetailsPage.tsx'
