export { UserPasswordPage as Page } from '../../../../../ui/users/detail/UserPasswordPage.tsx'
