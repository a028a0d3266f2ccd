export { extractArchive } from './contract/extract.ts'
