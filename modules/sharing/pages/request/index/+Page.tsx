export { PasteRequestLink as Page } from '../../../ui/file-requests/PasteRequestLink.tsx'
