import { Blob, BlobDeletion } from './blob.entity.ts'
import { Exif } from './exif.entity.ts'
import { Favourite } from './favourite.entity.ts'
import { FolderSize, SizeDelta } from './folder-size.entity.ts'
import { Item } from './item.entity.ts'
import { Operation, OperationItem } from './operation.entity.ts'
import { RemoteBatch, RemoteUrl } from './remote.entity.ts'
import { UploadSession } from './upload.entity.ts'
import { Traffic, Usage } from './usage.entity.ts'
import { ItemVersion } from './version.entity.ts'
import { ZipRequest } from './zip-request.entity.ts'

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
