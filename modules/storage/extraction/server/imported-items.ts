import type { RenameItem } from '../../tree/contract.ts'

/** Facts of an export about an item, beside its content. */
export interface ExportedDetails {
  id: string
  /** Null: as in the path. Names that some systems cannot have are changed there. Empty: one that no item may have. */
  name: string | null
  /** ms since 1970. A number needs a fraction of a date's memory. */
  modifiedAt: number | null
  /** Color and emoji; null: none. */
  look: Pick<RenameItem, 'color' | 'emoji'> | null
}

/** An item of the account, and whether this operation has brought it. Null: it has been removed since. */
export interface StoredItem {
  id: string | null
  isNew: boolean
}

/** Ids in the export, and those of the account's items that stand for them. */
export interface ImportedIds {
  from: string[]
  to: string[]
}
