export { CreateUserPage as Page } from '../../../../ui/users/CreateUserPage.tsx'
