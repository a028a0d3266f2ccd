export { DeletePage as Page } from '../../../../../ui/users/detail/DeletePage.tsx'
