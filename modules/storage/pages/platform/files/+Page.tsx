export { FileBrowser as Page } from '../../../files-ui/ui.ts'
