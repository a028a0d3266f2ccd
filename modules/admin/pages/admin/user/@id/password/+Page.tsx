export { PasswordPage as Page } from '../../../../../ui/users/detail/PasswordPage.tsx'
