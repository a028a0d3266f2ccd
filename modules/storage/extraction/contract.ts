export { extractArchive } from './contract/extract.ts'
export { importAccount } from './contract/import.ts'
