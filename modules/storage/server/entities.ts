import { FolderActivityEntity } from '../activity/index.ts'
import { ZipRequestEntity } from '../archives/index.ts'
import { CommentEntity } from '../comments/index.ts'
import { AccountHistoryStartEntity, ItemHistoryEntity, ItemHistoryStartEntity } from '../history/index.ts'
import { MaintenanceProgressEntity } from '../maintenance/index.ts'
import { OperationEntity, OperationItemEntity } from '../operations/index.ts'
import { RemoteBatchEntity, RemoteUrlEntity } from '../remote-upload/index.ts'
import { BlobTextEntity } from '../search/index.ts'
import {
  BlobDeletionEntity,
  BlobEntity,
  ExifEntity,
  FavoriteEntity,
  FolderSizeDeltaEntity,
  FolderSizeEntity,
  ItemEntity,
  ItemVersionEntity,
  RootExclusionEntity,
  TrafficEntity,
  TrafficTotalEntity,
  UsageEntity,
  ViewSettingsEntity,
} from '../tree/index.ts'
import { UploadSessionEntity } from '../uploads/index.ts'
import { WebdavLockEntity, WebdavPropertyEntity } from '../webdav/index.ts'

export const storageEntities = [
  AccountHistoryStartEntity,
  FolderActivityEntity,
  BlobEntity,
  BlobDeletionEntity,
  BlobTextEntity,
  CommentEntity,
  ExifEntity,
  FavoriteEntity,
  FolderSizeEntity,
  ItemEntity,
  ItemHistoryEntity,
  ItemHistoryStartEntity,
  RootExclusionEntity,
  ItemVersionEntity,
  MaintenanceProgressEntity,
  OperationEntity,
  OperationItemEntity,
  RemoteBatchEntity,
  RemoteUrlEntity,
  FolderSizeDeltaEntity,
  TrafficEntity,
  TrafficTotalEntity,
  UploadSessionEntity,
  UsageEntity,
  ViewSettingsEntity,
  WebdavLockEntity,
  WebdavPropertyEntity,
  ZipRequestEntity,
]
