export { sharingFilesExtension } from './ui/files-extension.ts'
