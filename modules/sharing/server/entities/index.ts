import type { TablesOf } from '../../../platform/index.ts'
import type { StorageViews } from '../../../storage/index.ts'
import { AbuseReportEntity } from './abuse-report.entity.ts'
import { EndedSlugEntity } from './ended-slug.entity.ts'
import { FileRequestEntity, FileRequestItemEntity, FileRequestUploaderEntity } from './file-request.entities.ts'
import {
  DeletedShareEntity,
  ShareAccessLogEntity,
  ShareAccessTotalsEntity,
  ShareLinkEntity,
  ShareRecipientEntity,
} from './share-link.entities.ts'

export const sharingEntities = [
  AbuseReportEntity,
  ShareLinkEntity,
  ShareRecipientEntity,
  ShareAccessLogEntity,
  ShareAccessTotalsEntity,
  DeletedShareEntity,
  EndedSlugEntity,
  FileRequestEntity,
  FileRequestUploaderEntity,
  FileRequestItemEntity,
]

/** Tables of the module and views of storage, for `builder<SharingTables>()` and `RowOf<SharingTables['shares']>`. */
export type SharingTables = TablesOf<typeof sharingEntities> & StorageViews
