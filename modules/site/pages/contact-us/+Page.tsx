export { ContactPage as Page } from '../../ui/ContactPage.tsx'
