export { TrashBrowser as Page } from '../../../files-ui/ui.ts'
