import type { ComponentType } from 'react'
import type { Feedback, IconType, Translate } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { AddedView, Page, View } from '../../../tree/ui.ts'
import type { PageWhere } from '../../client/storage.api.ts'
import type { AddedColumn, Column } from '../browser/columns.ts'

/** A flat list of items from everywhere, at an address of its own. Texts are i18n keys. */
export interface AddedList {
  view: AddedView
  labelKey: string
  /** In the list of shortcuts. */
  goKey: string
  emptyKey: string
  emptyTextKey: string
  icon: IconType
  /** Keys that open it, such as `g s`. */
  keys?: string
  page: (where: PageWhere, size: number) => Promise<Page & { from: number }>
  columns: readonly Column[]
  /** Under the name, where there is no room for columns. */
  Line: ComponentType<{ item: Item }>
}

/** What an action may do to the files screens. */
export interface FilesTools {
  /** Opens a popup of the same addition. */
  open: (popup: string, item: Item) => void
  /** Shows another relationship of an item wherever it is seen; undefined takes it away. */
  mark: (id: string, relationship: 'shared', value: unknown) => void
  /** Takes rows off a list; returns how to bring them back. */
  drop: (view: AddedView, ids: ReadonlySet<string>) => () => void
  /** Shows a refusal. */
  tell: (error: unknown, retry?: () => void) => void
  feedback: Feedback
  t: Translate
}

/** Something to do with items that are selected, or with the open folder. */
export interface AddedAction {
  id: string
  icon: IconType
  /** i18n key of its name; `one`: the only item, null for several. */
  labelKey: (one: Item | null) => string
  /** One stroke, such as `s`. */
  keys?: string
  danger?: boolean
  offered: (one: Item | null, view: View) => boolean
  run: (items: readonly Item[], tools: FilesTools) => unknown
}

/** A page of its own beside the files: in the sidebar and the spotlight; `create`: in the create menu as well. */
export interface AddedPage {
  id: string
  labelKey: string
  icon: IconType
  href: string
  create?: { labelKey: string; href: string }
}

/** What a module above storage adds to the files screens; the roof hands it in. */
export interface AddedToFiles {
  /** Names the addition. */
  id: string
  lists: readonly AddedList[]
  actions: readonly AddedAction[]
  pages: readonly AddedPage[]
  popups: Readonly<Record<string, ComponentType<{ item: Item; close: () => void }>>>
  columns: Readonly<Record<AddedColumn, { labelKey: string; width: string; Cell: ComponentType<{ item: Item }> }>>
  /** Beside the name of an item. */
  Mark: ComponentType<{ item: Item }>
  /** The same beside a folder of the tree, by the names of its marks. */
  FolderMark: ComponentType<{ marks: readonly string[] }>
  /** Under the facts of an item. */
  Section: ComponentType<{ item: Item }>
}
