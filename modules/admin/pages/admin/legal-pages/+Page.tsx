export { PagesPage as Page } from '../../../ui/pages/PagesPage.tsx'
