export { DetailsPage as Page } from '../../../../../ui/users/detail/DetailsPage.tsx'
