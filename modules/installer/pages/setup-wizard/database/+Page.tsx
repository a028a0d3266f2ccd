export { DatabasePage as Page } from '../../../ui/DatabasePage.tsx'
