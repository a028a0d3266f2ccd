export { DeleteUserPage as Page } from '../../../../../ui/users/detail/DeleteUserPage.tsx'
