export { memoryOf, openPdfFile } from './server/pictures/pdf-document.ts'
