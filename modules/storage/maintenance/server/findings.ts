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
  | 'unknown-account'
  | 'cycle'
  | 'child-count'
  | 'root-count'
  | 'trash-count'
  | 'usage-drift'
  | 'kind-drift'
  | 'reserved-drift'

const contentKinds: readonly FindingKind[] = ['missing-blob', 'size-mismatch', 'sha-mismatch']

/** Whether a finding is about stored content. */
export const isContentFinding = ({ kind }: Finding): boolean => contentKinds.includes(kind)

/** Whether the stored bytes differ from the database. An error of the store, which has a `detail`, may be over soon. */
export const isWrongContent = ({ kind, detail }: Finding): boolean =>
  kind === 'size-mismatch' || (kind === 'sha-mismatch' && detail === undefined)

export interface Finding {
  kind: FindingKind
  /** Blob key, item id, or user id, by kind. */
  id: string
  detail?: string
}
