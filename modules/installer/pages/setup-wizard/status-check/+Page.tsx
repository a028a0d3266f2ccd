export { StatusCheckPage as Page } from '../../../ui/StatusCheckPage.tsx'
