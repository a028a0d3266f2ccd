export { maxWantedThumbnails, showThumbnail, type ThumbnailState, wantThumbnails } from './contract/thumbnails.ts'
