export interface EntitlementAnswer {
  allowed: boolean
  /** i18n key of why not, for people. */
  reason?: string
}

export interface UploadEntitlement extends EntitlementAnswer {
  /** Most bytes the owner may hold, trash and open uploads included; null: no limit. The reservation enforces it. */
  limit: number | null
}

/** Questions storage asks about an account; the billing module answers them (ARCHITECTURE.md, tool 2). */
export interface Entitlements {
  /** May this account take `bytes` more (0 when not known yet)? */
  canUpload(ownerId: string, bytes: number): Promise<UploadEntitlement>
  canDownload(ownerId: string): Promise<EntitlementAnswer>
  canCreateFolder(ownerId: string): Promise<EntitlementAnswer>
}
