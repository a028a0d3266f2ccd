export { DevelopersPage as Page } from '../../ui/developers/DevelopersPage.tsx'
