export { LanguagesPage as Page } from '../../../ui/languages/LanguagesPage.tsx'
