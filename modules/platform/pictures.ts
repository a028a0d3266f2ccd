export { openPicture, pictureMetadata } from './server/pictures/decoder.ts'
