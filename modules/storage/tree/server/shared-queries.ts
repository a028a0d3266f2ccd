/** Database views that other modules may join, instead of the tables of storage. */
export interface StorageViews {
  /** Files and folders, including trashed ones; `trashed_at` is set on roots of trashed trees only. */
  item_summaries: {
    id: string
    parent_id: string | null
    is_folder: boolean
    name: string
    /** Active direct children of a folder. */
    child_count: number
    created_at: Date
    trashed_at: Date | null
    /** Content of a file; null for folders. */
    blob_id: string | null
  }
}
