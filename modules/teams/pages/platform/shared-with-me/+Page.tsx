export { FileBrowser as Page } from '../../../../storage/ui.ts'
