export { FileRequestLayout as Layout } from '../../ui/file-requests/FileRequestLayout.tsx'
