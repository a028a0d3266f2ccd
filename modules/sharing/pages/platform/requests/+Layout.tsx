export { OwnedFileRequestsLayout as Layout } from '../../../ui/file-requests/OwnedFileRequestsLayout.tsx'
