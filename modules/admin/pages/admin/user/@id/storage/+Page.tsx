export { StoragePage as Page } from '../../../../../ui/users/detail/StoragePage.tsx'
