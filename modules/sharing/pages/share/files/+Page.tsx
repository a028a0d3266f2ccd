export { FolderPage as Page } from '../../../ui/FolderPage.tsx'
