import { type ComponentType, createContext } from 'react'
import type { Sorting } from '../../../../shared/contract.ts'
import type { Feedback, IconType, LazyComponent, Translate } from '../../../../web/ui.ts'
import type { Ancestor, FolderLevel, Item, ParentRef, RestrictedAction } from '../../../tree/contract.ts'
import type { ExtensionSection, ItemPage, Section } from '../../../tree/ui.ts'
import type { PagePosition } from '../../client/files.api.ts'
import type { Column, ExtensionColumn } from '../browser/columns.ts'

/** A folder with the names of its badges. */
export type BadgedFolder = Pick<ParentRef, 'name' | 'badges'>

/** A flat list of items with a URL of its own, sorted as folders are. Texts are i18n keys. */
interface ExtensionList {
  section: ExtensionSection
  labelKey: string
  /** Label in the list of shortcuts. */
  goKey: string
  emptyKey: string
  emptyTextKey: string
  icon: IconType
  /** Shortcut that opens it, such as `g s`. */
  keys?: string
  page: (sorting: Sorting, where: PagePosition, size: number) => Promise<ItemPage & { from: number }>
  /** First level of the folder tree in this section, by pages; without it, the tree shows the own files. */
  level?: (cursor?: string) => Promise<FolderLevel>
  /** It may be kept for offline use. */
  offline?: true
  /** Its page shows other things than items, without the tools of a list. */
  ownPage?: true
  /** Lists with the same value share an entry of the phones' bottom bar, as tabs. */
  phoneTabs?: 'shared'
  columns: readonly Column[]
  /** Shown below the name where columns have no room. */
  Subtitle: ComponentType<{ item: Item }>
  /** Whether an item is in one of the folders of this list, or is one. `path`: the folders above it, topmost first. */
  leadsTo?: (item: Item, path: readonly ParentRef[]) => boolean
}

/** Functions of the files screens that extensions may call. */
export interface FilesTools {
  /** Opens a dialog of the same extension. */
  open: (dialog: string, item: Item) => void
  /** Sets a relationship of an item in every listing; undefined removes it. */
  setRelationship: (id: string, relationship: 'shared' | 'members', value: unknown) => void
  /** An item by itself, and the folders above it, topmost first. */
  load: (id: string, signal: AbortSignal) => Promise<{ item: Item; path: readonly Ancestor[] }>
  /** Removes rows from a list. Returns a function that inserts them again. */
  removeRows: (section: ExtensionSection, ids: ReadonlySet<string>) => () => void
  /** Opens a list, if another location is open. */
  openList: (section: ExtensionSection) => void
  /** Shows why a change failed. When only its response may have been lost, the screens read the stored state again. */
  showError: (error: unknown, retry?: () => void) => void
  /** Whether the account may do this. An alert explains a restriction. */
  permitted: (action: RestrictedAction) => boolean
  feedback: Feedback
  t: Translate
}

/** An action on the selected items or the open folder. */
export interface ExtensionAction {
  id: string
  icon: IconType
  /** i18n key of the label; `item` is the only item, null for several. */
  labelKey: (item: Item | null) => string
  /** A single key, such as `s`. */
  keys?: string
  danger?: boolean
  /** `isTop`: it is a folder of another account that was opened to the caller, with nothing above it. */
  offered: (item: Item | null, section: Section, isTop: boolean) => boolean
  /** Also for items of other accounts, which the caller may access. */
  forOthersItems?: true
  run: (items: readonly Item[], tools: FilesTools) => unknown
}

/**
 * A page linked in the sidebar and in search; with `create` also in the create menu. `inFolder`: the action that replaces
 * its page while a folder is open.
 */
interface ExtensionPage {
  id: string
  labelKey: string
  icon: IconType
  href: string
  create?: { labelKey: string; href: string; restrictedBy?: RestrictedAction; inFolder?: string }
  /** Only in the create menu: the sidebar links the list of the same URL. */
  createOnly?: true
}

/** A column of an extension; widths in px at a root font size of 16 px. */
interface ExtensionColumnProps {
  labelKey: string
  width: number
  /** Below this width the column gives way to no other column. */
  minWidth?: number
  Cell: ComponentType<{ item: Item }>
}

export interface FilesSectionProps {
  /** The item as in the list. */
  item: Item
  /** The item by itself with the folders above it, topmost first; null until loaded. */
  metadata: { item: Item; path: readonly Ancestor[] } | null
  /** Loads the metadata again; null unless that failed. */
  retry: (() => void) | null
}

/** A person whose items the account may see. */
export interface KnownOwner {
  email: string
  /** Empty: the email is shown. */
  name: string
  avatar: { xs: string; sm: string; md: string } | null
  color: string | null
}

export interface DestinationNoteProps {
  /** Number of items. */
  count: number
  folders: readonly { id: string; name: string; badges?: readonly string[] }[]
  areIn: (folderId: string) => boolean
}

/** Parts that a module above storage adds to the files screens. The app injects it. */
export interface FilesExtension {
  /** Unique name of the extension. */
  id: string
  lists: readonly ExtensionList[]
  actions: readonly ExtensionAction[]
  pages: readonly ExtensionPage[]
  dialogs: Readonly<Record<string, LazyComponent<{ item: Item; close: () => void }>>>
  columns: Readonly<Record<ExtensionColumn, ExtensionColumnProps>>
  /** Next to the name of an item. `ancestors`: folders above it, topmost first; empty in lists of several folders. */
  Badge: ComponentType<{ item: Item; ancestors: readonly BadgedFolder[] }>
  /** Next to a folder of the tree. `badges`: names of its badges; `ancestors`: folders above it, topmost first. */
  FolderBadge: ComponentType<{ badges: readonly string[]; ancestors: readonly BadgedFolder[] }>
  /** Beside the path of the open folder. `path`: the folders above it, topmost first. */
  FolderHeader?: ComponentType<{ folder: Item; path: readonly ParentRef[] }>
  /**
   * In the dialog that moves or copies items: note about the chosen folder. `folders`: it and the folders above it, topmost
   * first; `areIn`: whether all items are in this folder.
   */
  DestinationNote?: ComponentType<DestinationNoteProps>
  /** At most 50 people with whom the account shares items, by a part of their name or email. */
  people?: (text: string) => Promise<readonly KnownOwner[]>
  /** Section below the metadata of an item. */
  Section: ComponentType<FilesSectionProps>
}

/** The extensions of the files screens in display order. Constant for the lifetime of the app. */
export const FilesExtensionsContext = createContext<readonly FilesExtension[]>([])
