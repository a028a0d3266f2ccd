export type FindingKind =
  | 'missing-blob'
  | 'size-mismatch'
  | 'sha-mismatch'
  | 'orphan-blob'
  | 'stale-staging'
  | 'unreferenced-blob'
  | 'size-of-item'
  | 'size-of-version'
  | 'folder-size'
  | 'trash-size'
  | 'broken-parent'
  | 'cycle'
  | 'child-count'
  | 'root-count'
  | 'trash-count'
  | 'usage-drift'
  | 'kind-drift'
  | 'reserved-drift'
  | 'stuck-job'

export interface Finding {
  kind: FindingKind
  /** Blob key, item id, or user id, by kind. */
  id: string
  detail?: string
}
