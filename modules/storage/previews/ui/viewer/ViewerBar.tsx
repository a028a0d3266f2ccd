import {
  Download,
  Ellipsis,
  Info,
  Keyboard,
  Maximize,
  Minimize,
  Printer,
  RotateCw,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import {
  formatBytes,
  formatNumber,
  IconButton,
  Menu,
  type MenuEntry,
  usePageContext,
  usePhone,
  useT,
} from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { viewerKeys } from './keys.ts'
import type { PreviewControls, ViewerAction } from './types.ts'
import type { FullscreenMode } from './useFullscreen.ts'
import type { ViewerNavigation } from './useViewerNavigation.ts'

interface ViewerBarProps {
  navigation: ViewerNavigation
  controls: PreviewControls | null
  detail: boolean
  fullscreen: FullscreenMode
  onClose: () => void
  onDetail: (() => void) | undefined
  onDownload: ((item: Item) => void) | undefined
  onHelp: () => void
  primary: ViewerAction | null | undefined
  menu: ((item: Item) => MenuEntry[]) | undefined
}

/** Name, position and actions of the shown file. */
export const ViewerBar = (props: ViewerBarProps) => {
  const { navigation, controls, detail, fullscreen, onClose, onDetail, onDownload, onHelp, primary, menu } = props
  const t = useT()
  const { locale } = usePageContext()
  const phone = usePhone()
  const { item, index, first, total } = navigation
  const position =
    index >= 0 && first !== null
      ? t('storage:viewer.position', {
          number: formatNumber(index - first + 1, locale),
          count: formatNumber(total - first, locale),
        })
      : null
  const rotate = controls?.rotate
  // In the menu, because phones have room only for the actions on the file.
  const turning: MenuEntry[] =
    phone && menu && rotate
      ? [{ id: 'rotate', label: t('storage:viewer.key.rotate'), icon: RotateCw, onSelect: rotate }, { separator: true }]
      : []
  const print = onDownload && controls?.print
  // Prints after the menu has closed.
  const printing: MenuEntry[] = print
    ? [{ id: 'print', label: t('storage:viewer.key.print'), icon: Printer, onSelect: () => setTimeout(print) }]
    : []
  const entries = (): MenuEntry[] => [
    ...turning,
    ...printing,
    ...(item && menu ? menu(item) : []),
    ...(phone
      ? []
      : [
          { separator: true } as const,
          {
            id: 'keys',
            label: t('storage:viewer.keys'),
            icon: Keyboard,
            shortcut: viewerKeys.help[0],
            onSelect: onHelp,
          },
        ]),
  ]
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 sm:gap-1.5 sm:px-3">
      <IconButton icon={X} label={t('storage:viewer.key.close')} shortcut={viewerKeys.close[0]} onClick={onClose} />
      <div className="min-w-0 grow ps-1">
        <p className="truncate text-14 font-medium" aria-live="polite">
          <bdi>{item?.attributes.name}</bdi>
        </p>
        <p className="truncate text-12 text-muted tabular-nums">
          {[position, item?.attributes.size != null && formatBytes(item.attributes.size, locale)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!phone && controls?.zoomOut && (
        <IconButton
          icon={ZoomOut}
          label={t('storage:viewer.key.zoomOut')}
          shortcut={viewerKeys.zoomOut[0]}
          onClick={controls.zoomOut}
        />
      )}
      {!phone && controls?.zoomIn && (
        <IconButton
          icon={ZoomIn}
          label={t('storage:viewer.key.zoomIn')}
          shortcut={viewerKeys.zoomIn[0]}
          onClick={controls.zoomIn}
        />
      )}
      {rotate && turning.length === 0 && (
        <IconButton
          icon={RotateCw}
          label={t('storage:viewer.key.rotate')}
          shortcut={viewerKeys.rotate[0]}
          onClick={rotate}
        />
      )}
      {!phone && (controls?.zoomIn || rotate) && <span className="mx-1 h-5 w-px bg-line" />}
      {primary && <IconButton icon={primary.icon} label={primary.label} onClick={primary.onSelect} />}
      {item && onDownload && (
        <IconButton
          icon={Download}
          label={t('storage:viewer.key.download')}
          shortcut={viewerKeys.download[0]}
          onClick={() => onDownload(item)}
        />
      )}
      {onDetail && (
        <IconButton
          icon={Info}
          label={t('storage:viewer.key.info')}
          shortcut={viewerKeys.info[0]}
          pressed={detail}
          onClick={onDetail}
        />
      )}
      {fullscreen.possible && !phone && (
        <IconButton
          icon={fullscreen.on ? Minimize : Maximize}
          label={t('storage:viewer.key.fullscreen')}
          shortcut={viewerKeys.fullscreen[0]}
          pressed={fullscreen.on}
          onClick={fullscreen.toggle}
        />
      )}
      {(menu || !phone) && (
        <Menu label={t('storage:menu.more')} items={entries} align="end">
          <IconButton icon={Ellipsis} label={t('storage:menu.more')} />
        </Menu>
      )}
    </header>
  )
}
