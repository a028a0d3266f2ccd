/** Views that storage offers to the queries of other modules: they join these and never its tables. */
export interface StorageViews {
  /** Files and folders, in the trash as well: `trashed_at` tells of those that were trashed themselves. */
  item_summaries: {
    id: string
    parent_id: string | null
    is_folder: boolean
    name: string
    /** Of a folder: live entries directly in it. */
    child_count: number
    created_at: Date
    trashed_at: Date | null
  }
}
