export {
  allowTiff,
  isHeic,
  maxPixels,
  openPicture,
  openVector,
  pictureMetadata,
} from './server/pictures/decoder.ts'
