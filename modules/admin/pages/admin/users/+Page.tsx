export { UsersPage as Page } from '../../../ui/users/UsersPage.tsx'
