export { sharingInFiles } from './ui/in-files.ts'
