export { memoryOf, openPdf } from './server/pictures/pdf-document.ts'
