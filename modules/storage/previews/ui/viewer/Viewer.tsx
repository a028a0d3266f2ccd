import { useEffect, useState } from 'react'
import { FullScreen, Sheet, useMedia, usePageContext, useT } from '../../../../web/ui.ts'
import { Filmstrip } from './Filmstrip.tsx'
import { commandOf, panOf, repeatedCommands, type ViewerCommand } from './keys.ts'
import { Preview } from './Preview.tsx'
import { PrevNextButtons } from './PrevNextButtons.tsx'
import { DownloadCountContext, PreviewControlsContext, SourceContext } from './preview-controls.ts'
import type { PreviewControls, ViewerProps } from './types.ts'
import { useCheckedDownload } from './useCheckedDownload.ts'
import { useFullscreen } from './useFullscreen.ts'
import { useNeighbors } from './useNeighbors.ts'
import { useSwipe } from './useSwipe.ts'
import { useViewerNavigation } from './useViewerNavigation.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerShortcutsDialog } from './ViewerShortcutsDialog.tsx'
import './print.css'

/** Full-window viewer for a list of files. Knows the list only, not where it comes from. */
export const Viewer = (props: ViewerProps) => {
  const { source, pageTitle, keysDisabled, onClose, onRemove, primary, menu, info, isInfoWanted } = props
  const t = useT()
  const { settings, direction } = usePageContext()
  const onDownload = useCheckedDownload(props.onDownload)
  const navigation = useViewerNavigation(props)
  const { item } = navigation
  const [controls, setControls] = useState<PreviewControls | null>(null)
  const [detail, setDetail] = useState(false)
  const [help, setHelp] = useState(false)
  useEffect(() => {
    if (isInfoWanted) setDetail(true)
  }, [isInfoWanted])
  const fullscreen = useFullscreen()
  const wide = useMedia('(min-width: 1024px)')
  // A state, because the dialog mounts its content one render later.
  const [previewFrame, setPreviewFrame] = useState<HTMLElement | null>(null)
  useSwipe(previewFrame, (step) => navigation.go(direction === 'rtl' ? (-step as 1 | -1) : step))
  useNeighbors(source, navigation.index, props.downloadCount !== undefined)
  // print.css hides the focused button, which then loses the focus, and with it the viewer its keys.
  useEffect(() => {
    const focus = () =>
      document.activeElement === document.body && previewFrame?.closest<HTMLElement>('[role=dialog]')?.focus()
    window.addEventListener('afterprint', focus)
    return () => window.removeEventListener('afterprint', focus)
  }, [previewFrame])

  const name = item?.attributes.name
  useEffect(() => {
    if (!name) return
    document.title = `${name} – ${settings.name}`
    return () => {
      document.title = `${pageTitle} – ${settings.name}`
    }
  }, [name, pageTitle, settings.name])

  const { pan, ...simple } = controls ?? {}
  const commands: Partial<Record<ViewerCommand, () => void>> = {
    ...simple,
    next: () => navigation.go(1),
    previous: () => navigation.go(-1),
    fullscreen: fullscreen.toggle,
    help: () => setHelp(true),
    ...(info && { info: () => setDetail(!detail) }),
    ...(item && onDownload && { download: () => onDownload(item) }),
    ...(item && onRemove && { remove: () => onRemove(item) }),
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (keysDisabled || help || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    const panned = pan && panOf(event)
    if (panned) {
      event.preventDefault()
      return pan(...panned)
    }
    const command = commandOf(event, { rtl: direction === 'rtl' })
    const run = command && commands[command]
    if (!run) return
    event.preventDefault()
    if (!event.repeat || repeatedCommands.has(command)) run()
  }

  return (
    <FullScreen title={name ?? t('storage:viewer.loading')} onClose={onClose} onKeyDown={onKeyDown}>
      <ViewerBar
        navigation={navigation}
        controls={controls}
        detail={detail}
        fullscreen={fullscreen}
        onClose={onClose}
        onDetail={info && (() => setDetail(!detail))}
        onDownload={onDownload}
        onHelp={() => setHelp(true)}
        primary={item && primary?.(item)}
        menu={menu}
      />
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col">
          <div ref={setPreviewFrame} data-stage className="relative min-h-0 grow">
            <PreviewControlsContext value={setControls}>
              <SourceContext value={source}>
                <DownloadCountContext value={props.downloadCount}>
                  {(item && props.preview?.(item)) ?? (
                    <Preview item={item} error={navigation.error} onRetry={navigation.retry} onDownload={onDownload} />
                  )}
                </DownloadCountContext>
              </SourceContext>
            </PreviewControlsContext>
            <PrevNextButtons navigation={navigation} />
          </div>
          <Filmstrip source={source} navigation={navigation} />
        </div>
        {detail && wide && item && info && (
          <aside
            aria-label={t('storage:detail.label')}
            className="w-80 shrink-0 overflow-y-auto border-s border-line bg-surface"
          >
            {info(item)}
          </aside>
        )}
      </div>
      {info && (
        <Sheet side="end" title={t('storage:detail.label')} open={detail && !wide} onOpenChange={setDetail}>
          {item && info(item)}
        </Sheet>
      )}
      <ViewerShortcutsDialog open={help} onOpenChange={setHelp} />
    </FullScreen>
  )
}
