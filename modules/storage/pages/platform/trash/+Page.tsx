export { FileBrowser as Page } from '../../../ui/browser/FileBrowser.tsx'
