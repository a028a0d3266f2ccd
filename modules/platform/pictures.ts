export { openPicture, openVector, pictureMetadata } from './server/pictures/decoder.ts'
