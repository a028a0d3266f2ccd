export interface GateAnswer {
  allowed: boolean
  /** i18n key of why not, for people. */
  reason?: string
}

export interface UploadAnswer extends GateAnswer {
  /** Most bytes the owner may hold, trash and open uploads included; null: no limit. The reservation enforces it. */
  limit: number | null
}

/** Questions storage asks about an account; the billing module answers them (ARCHITECTURE.md, tool 2). */
export interface Gates {
  /** May this account take `bytes` more (0 when not known yet)? */
  canUpload(ownerId: string, bytes: number): Promise<UploadAnswer>
  canDownload(ownerId: string): Promise<GateAnswer>
  canCreateFolder(ownerId: string): Promise<GateAnswer>
}
