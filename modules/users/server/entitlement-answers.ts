/** Billing's answer to the `Entitlements` of storage, teams and sharing. */
export interface EntitlementAnswer {
  allowed: boolean
  /** i18n key of the reason for a rejection. */
  reason?: string
}

export interface UploadEntitlement extends EntitlementAnswer {
  /** Quota in bytes, trash and open uploads included; null: unlimited. Reserving bytes enforces it. */
  limit: number | null
}

/** All entitlements of an account; `limit` as in `UploadEntitlement`. */
export interface AccountEntitlements {
  canUpload: boolean
  canDownload: boolean
  canCreateFolder: boolean
  canCreateTeamFolder: boolean
  limit: number | null
}
