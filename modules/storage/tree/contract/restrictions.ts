/** What an account can be kept from. `storage-full`: uploading, because there is no room. */
export const restrictions = ['upload', 'storage-full', 'download', 'create-folder', 'create-team-folder'] as const
export type Restriction = (typeof restrictions)[number]

/** As `GET /api/user` tells it (`meta.restrictions`, `attributes.storage`), in one list. */
export const restrictionsOf = (
  may: { canUpload: boolean; canDownload: boolean; canCreateFolder: boolean; canCreateTeamFolder: boolean },
  { used, limit }: { used: number; limit: number | null },
): Restriction[] => [
  ...(limit !== null && used >= limit ? (['storage-full'] as const) : may.canUpload ? [] : (['upload'] as const)),
  ...(may.canDownload ? [] : (['download'] as const)),
  ...(may.canCreateFolder ? [] : (['create-folder'] as const)),
  ...(may.canCreateTeamFolder ? [] : (['create-team-folder'] as const)),
]
