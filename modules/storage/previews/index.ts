export { ThumbnailFiles } from './server/thumbnail-files.ts'
export { Thumbnails } from './server/thumbnails.ts'
