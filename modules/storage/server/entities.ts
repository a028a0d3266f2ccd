import { ZipRequest } from '../archives/index.ts'
import { Operation, OperationItem } from '../operations/index.ts'
import { RemoteBatch, RemoteUrl } from '../remote-upload/index.ts'
import {
  Blob,
  BlobDeletion,
  Exif,
  Favourite,
  FolderSize,
  FolderSizeDelta,
  Item,
  ItemVersion,
  Traffic,
  Usage,
} from '../tree/index.ts'
import { UploadSession } from '../uploads/index.ts'

export const storageEntities = [
  Blob,
  BlobDeletion,
  Exif,
  Favourite,
  FolderSize,
  Item,
  ItemVersion,
  Operation,
  OperationItem,
  RemoteBatch,
  RemoteUrl,
  FolderSizeDelta,
  Traffic,
  UploadSession,
  Usage,
  ZipRequest,
]
