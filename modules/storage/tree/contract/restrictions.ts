/** Actions that an account can be denied. `storage-full`: uploads, because the quota is used up. */
export const restrictions = ['upload', 'storage-full', 'download', 'create-folder', 'create-team-folder'] as const
export type Restriction = (typeof restrictions)[number]
export type RestrictedAction = Exclude<Restriction, 'storage-full'>

/** Combines the permissions and the storage usage of `GET /api/user` into one list of restrictions. */
export const restrictionsOf = (
  may: { canUpload: boolean; canDownload: boolean; canCreateFolder: boolean; canCreateTeamFolder: boolean },
  { used, limit }: { used: number; limit: number | null },
): Restriction[] => [
  ...(limit !== null && used >= limit ? (['storage-full'] as const) : may.canUpload ? [] : (['upload'] as const)),
  ...(may.canDownload ? [] : (['download'] as const)),
  ...(may.canCreateFolder ? [] : (['create-folder'] as const)),
  ...(may.canCreateTeamFolder ? [] : (['create-team-folder'] as const)),
]
