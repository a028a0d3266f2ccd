import type { ReactNode } from 'react'
import type { MenuEntry } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { ViewerSource } from '../../client/viewer-source.ts'

/** What a viewer is told; whatever is left out, its people may not do. */
export interface ViewerProps {
  source: ViewerSource
  /** The file on show. */
  id: string
  /** What is known of it while its list is asked. */
  known: Item | null
  /** Title of the page behind it. */
  pageTitle: string
  /** Takes no keys: something lies above. */
  quiet?: boolean
  onShow: (item: Item) => void
  onClose: () => void
  onDownload?: (item: Item) => void
  onRemove?: (item: Item) => void
  menu?: (item: Item) => MenuEntry[]
  info?: (item: Item) => ReactNode
  /** A file that is in none of the loaded rows; rejects when it is gone. */
  find?: (id: string) => Promise<Item>
}

/** What the toolbar and the keys can do to what is on the stage. */
export interface StageControls {
  zoomIn?: () => void
  zoomOut?: () => void
  fit?: () => void
  rotate?: () => void
}

export interface StageProps {
  item: Item
  onDownload?: (item: Item) => void
}
