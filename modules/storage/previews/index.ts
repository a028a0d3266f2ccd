export { findFfmpeg } from './server/ffmpeg.ts'
export { TextFormatter } from './server/text-formatter.ts'
export { ThumbnailFiles } from './server/thumbnail-files.ts'
export { Thumbnails } from './server/thumbnails.ts'
