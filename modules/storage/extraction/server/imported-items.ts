import type { RenameItem } from '../../tree/contract.ts'

/** Facts of an export about an item, beside its content. */
export interface ExportedDetails {
  id: string
  /** Null: as in the path. Names that some systems cannot have are changed there. */
  name: string | null
  modifiedAt: Date | null
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
