export {
  type LossReason,
  listRestorePoints,
  previewRestorePoint,
  RestorePoints,
  RestorePreview,
  startRestorePoint,
} from './contract/restore-points.ts'
