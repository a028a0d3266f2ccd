export type FindingKind =
  | ContentFault
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

/** Findings about stored content: the values of `blobs.content_fault`. */
export type ContentFault = 'missing-blob' | 'size-mismatch' | 'sha-mismatch'
const contentFaults: readonly FindingKind[] = ['missing-blob', 'size-mismatch', 'sha-mismatch'] satisfies ContentFault[]

/** Whether a finding is about stored content. */
export const isContentFinding = ({ kind }: Finding): boolean => contentFaults.includes(kind)

/** Whether the stored bytes differ from the database. An error of the store, which has a `detail`, may be over soon. */
export const isWrongContent = ({ kind, detail }: ContentFinding): boolean =>
  kind === 'size-mismatch' || (kind === 'sha-mismatch' && detail === undefined)

export interface Finding {
  kind: FindingKind
  /** Blob key, item id, or user id, by kind. */
  id: string
  detail?: string
}

export interface ContentFinding extends Finding {
  kind: ContentFault
}
