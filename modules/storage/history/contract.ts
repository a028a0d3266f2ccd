export {
  type LossReason,
  listRestorePoints,
  lossReasons,
  previewRestorePoint,
  RestorePoints,
  RestorePreview,
  startRestorePoint,
} from './contract/restore-points.ts'
