export { description } from '../preview-tags.ts'
