export { previewTags as head } from '../preview-tags.ts'
