export { UserStoragePage as Page } from '../../../../../ui/users/detail/UserStoragePage.tsx'
