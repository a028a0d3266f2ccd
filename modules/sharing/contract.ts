export { type AbuseReason, abuseReasons, maxReportLength, reportAbuse } from './contract/abuse.ts'
export { type AccessLogEntry, exportAccessLog, listAccessLog } from './contract/access-log.ts'
export {
  type AcceptedType,
  CreateFileRequest,
  closeIdleAfterHours,
  createFileRequest,
  expireUnansweredAfterHours,
  FileRequest,
  type FileRequestFilters,
  type FileRequestQuery,
  type FileRequestStatus,
  type FileRequestVisibility,
  fileRequestStatuses,
  listFileRequests,
  maxGraceMinutes,
  maxRequestNotes,
  maxRequestSearch,
  maxRequestTitle,
  reopenFileRequest,
  revokeFileRequest,
  UpdateFileRequest,
  updateFileRequest,
} from './contract/file-requests.ts'
export { embedCode, embedSize, filmSize, Oembed, showOembed } from './contract/oembed.ts'
export type { PageVisit } from './contract/page-visit.ts'
export {
  closeFileRequest,
  identifyUploader,
  maxUploaderName,
  PublicFileRequest,
  showPublicFileRequest,
  submitFileRequest,
  uploaderForm,
} from './contract/public-file-request.ts'
export { type PublicRemoteUploads, uploaderRemote, visitorRemote } from './contract/remote-uploads.ts'
export {
  visitorConflicts,
  visitorCreateFolder,
  visitorDiscardUpload,
  visitorMove,
  visitorOperation,
  visitorPrepareZip,
  visitorRemove,
  visitorRename,
  visitorSearch,
  visitorUndoDelete,
  visitorUndoOperation,
  visitorUploadChunk,
  visitorUploadFile,
  visitorUploadState,
  visitorZip,
} from './contract/share-actions.ts'
export { type LinkAudience, ShareLink } from './contract/share-link.ts'
export { browseSharedItems, listItemShareLinks } from './contract/share-link-lists.ts'
export {
  CreateShareLink,
  createShareLink,
  expirationHours,
  mailShareLink,
  maxLabelLength,
  maxRecipients,
  maxSharePassword,
  maxSlugLength,
  minSharePassword,
  removeShareRecipient,
  replaceShareLink,
  revokeListPath,
  revokeShareLinks,
  shareLinkQr,
  showShareLink,
  slugPattern,
  UpdateShareLink,
  updateShareLink,
} from './contract/share-links.ts'
export {
  downloadDirect,
  itemPageOf,
  maxAccessCode,
  ogImageSize,
  rowsPerPage,
  shareOgImage,
  shareOgPage,
  submitUnlockForm,
} from './contract/share-pages.ts'
export { fileRequestPath, tokenPattern } from './contract/tokens.ts'
export {
  uploaderBrowse,
  uploaderConflicts,
  uploaderCreateFolder,
  uploaderDiscardUpload,
  uploaderMove,
  uploaderNavigation,
  uploaderRemove,
  uploaderRename,
  uploaderUploadChunk,
  uploaderUploadFile,
  uploaderUploadState,
} from './contract/uploader.ts'
export {
  PublicShareLink,
  requestAccessCode,
  unlockShareLink,
  visitorBrowse,
  visitorNavigation,
  visitorShowFile,
  visitorShowLink,
  visitorSubfolders,
} from './contract/visitor.ts'
export { type FilePreview, type VisitorTextPreview, visitorPreviewFile } from './contract/visitor-preview.ts'
