export { pageTitle as title } from '../../page-title.ts'
