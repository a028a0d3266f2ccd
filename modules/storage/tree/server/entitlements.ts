import type { AccountEntitlements, EntitlementAnswer, UploadEntitlement } from '../../../users/index.ts'

/** Entitlements of an account, which the billing module implements. */
export interface Entitlements {
  /** Whether the account may store `bytes` more (0 when the size is unknown). */
  canUpload(ownerId: string, bytes: number): Promise<UploadEntitlement>
  canDownload(ownerId: string): Promise<EntitlementAnswer>
  canCreateFolder(ownerId: string): Promise<EntitlementAnswer>
  canCreateTeamFolder(ownerId: string): Promise<EntitlementAnswer>
  /** All of it at once, for pages. */
  ofAccount(ownerId: string): Promise<AccountEntitlements>
  /** Whether downloaded bytes are billed, and must be counted exactly. */
  billsDownloads(): Promise<boolean>
}
