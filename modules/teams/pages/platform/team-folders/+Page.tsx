export { TeamFoldersPage as Page } from '../../../ui/TeamFoldersPage.tsx'
