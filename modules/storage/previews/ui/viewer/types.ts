import type { ReactNode } from 'react'
import type { IconType, MenuEntry } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { ViewerSource } from '../../client/viewer-source.ts'

/** An action with a button of its own. */
export interface ViewerAction {
  label: string
  icon: IconType
  onSelect: () => void
}

/**
 * Whether transfers of files are reported to their owner (`logged`), or use up a limit as well (`limited`). Then only
 * thumbnails are loaded before the person asks for more.
 */
export type DownloadCount = 'logged' | 'limited'

/** Props of the viewer. An omitted callback disables its action. */
export interface ViewerProps {
  source: ViewerSource
  /** Id of the shown file. */
  id: string
  /** The file as the page knows it before its list has loaded; null: not at all. */
  known: Item | null
  /** Title of the page behind the viewer. */
  pageTitle: string
  /** Ignores keys while a dialog is open above. */
  keysDisabled?: boolean
  onShow: (item: Item) => void
  onClose: () => void
  onDownload?: (item: Item) => void
  downloadCount?: DownloadCount
  onRemove?: (item: Item) => void
  /** The action beside the download, such as sharing. */
  primary?: (item: Item) => ViewerAction | undefined
  menu?: (item: Item) => MenuEntry[]
  info?: (item: Item) => ReactNode
  /** Opens the details. */
  isInfoWanted?: boolean
  /** Shows a file in the place of the viewer's own preview; null: leaves it to the viewer. */
  preview?: (item: Item) => ReactNode
  /** Finds a file outside of the loaded rows; rejects when it does not exist. */
  find?: (id: string) => Promise<Item>
}

/** Functions of the shown preview for toolbar and keys. */
export interface PreviewControls {
  zoomIn?: () => void
  zoomOut?: () => void
  fit?: () => void
  /** Moves the view over an enlarged picture, by tenths of the frame; only while it is enlarged. */
  pan?: (x: number, y: number) => void
  rotate?: () => void
  /** Prints the preview alone (print.css), as the browser's own command does. */
  print?: () => void
}

export interface PreviewProps {
  item: Item
  onDownload?: (item: Item) => void
}
