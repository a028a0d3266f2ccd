import { ZipRequest } from '../archives/index.ts'
import { Operation, OperationItem } from '../operations/index.ts'
import { RemoteBatch, RemoteUrl } from '../remote-upload/index.ts'
import {
  Blob,
  BlobDeletion,
  Exif,
  Favourite,
  FolderSize,
  Item,
  ItemVersion,
  SizeDelta,
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
  SizeDelta,
  Traffic,
  UploadSession,
  Usage,
  ZipRequest,
]
