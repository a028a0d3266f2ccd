export { TrashBrowser as Page } from '../../../ui/browser/TrashBrowser.tsx'
