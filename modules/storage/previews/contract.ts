export { csvTree, maxTableColumns } from './contract/csv-tree.ts'
export { isMarkdownText, isTableText, languageOf } from './contract/languages.ts'
export { MediaPreviewState, showMediaPreview, showMediaPreviewState } from './contract/media.ts'
export { isNativeImage, isTextType } from './contract/media-types.ts'
export { decodeBeginning } from './contract/text.ts'
export {
  maxPreviewPages,
  maxWantedThumbnails,
  showDocumentPage,
  showThumbnail,
  type ThumbnailState,
  wantThumbnails,
} from './contract/thumbnails.ts'
