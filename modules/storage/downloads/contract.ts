export { downloadFile, downloadNamedFile } from './contract/files.ts'
