export { OwnedFileRequests as Page } from '../../../ui/file-requests/OwnedFileRequests.tsx'
