export interface EntitlementAnswer {
  allowed: boolean
  /** i18n key of the reason for a rejection. */
  reason?: string
}

export interface UploadEntitlement extends EntitlementAnswer {
  /** Quota in bytes, trash and open uploads included; null: unlimited. Reserving bytes enforces it. */
  limit: number | null
}

/** What an account may do; `limit` as in `UploadEntitlement`. */
export interface AccountEntitlements {
  canUpload: boolean
  canDownload: boolean
  canCreateFolder: boolean
  canCreateTeamFolder: boolean
  limit: number | null
}

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
