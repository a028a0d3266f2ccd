export { FileRequestPage as Page } from '../../../ui/file-requests/FileRequestPage.tsx'
