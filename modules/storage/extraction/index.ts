export { extractionRoutes } from './server/extract.routes.ts'
export { Extractions } from './server/extractions.ts'
