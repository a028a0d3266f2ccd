export { teamsFilesExtension } from './ui/files-extension.ts'
