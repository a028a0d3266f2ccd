export { extractionRoutes } from './server/extract.routes.ts'
export { Extractions } from './server/extractions.ts'
export { type ImportCall, type ImportedItem, type Importer, ifAccepted } from './server/importers.ts'
