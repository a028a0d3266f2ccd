export { RequestPage as Page } from '../../../ui/requests/RequestPage.tsx'
