export { pageTitle as title } from '../../../../storage/ui.ts'
