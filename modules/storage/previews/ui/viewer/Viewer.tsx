import { useEffect, useState } from 'react'
import { FullScreen, Sheet, useMedia, usePageContext, useT } from '../../../../web/ui.ts'
import { Filmstrip } from './Filmstrip.tsx'
import { commandOf, type ViewerCommand } from './keys.ts'
import { Stage } from './Preview.tsx'
import { Sides } from './PrevNextButtons.tsx'
import { SourceContext, StageContext } from './preview-controls.ts'
import { KeySheet } from './ShortcutsDialog.tsx'
import type { StageControls, ViewerProps } from './types.ts'
import { useFullscreen } from './useFullscreen.ts'
import { useNeighbours } from './useNeighbours.ts'
import { useLook } from './usePanZoom.ts'
import { useSwipe } from './useSwipe.ts'
import { ViewerBar } from './ViewerBar.tsx'

/** Files one after the other over the whole window. Knows a list and its files, nothing of where they come from. */
export const Viewer = (props: ViewerProps) => {
  const { source, pageTitle, quiet, onClose, onDownload, onRemove, menu, info } = props
  const t = useT()
  const { settings, direction } = usePageContext()
  const look = useLook(props)
  const { item } = look
  const [controls, setControls] = useState<StageControls | null>(null)
  const [detail, setDetail] = useState(false)
  const [help, setHelp] = useState(false)
  const fullscreen = useFullscreen()
  const wide = useMedia('(min-width: 1024px)')
  // A state: the dialog mounts what it holds one rendering later.
  const [stage, setStage] = useState<HTMLElement | null>(null)
  useSwipe(stage, (step) => look.go(direction === 'rtl' ? (-step as 1 | -1) : step))
  useNeighbours(source, look.index)

  const name = item?.attributes.name
  useEffect(() => {
    if (!name) return
    document.title = `${name} – ${settings.name}`
    return () => {
      document.title = `${pageTitle} – ${settings.name}`
    }
  }, [name, pageTitle, settings.name])

  const commands: Partial<Record<ViewerCommand, () => void>> = {
    ...controls,
    next: () => look.go(1),
    previous: () => look.go(-1),
    fullscreen: fullscreen.toggle,
    help: () => setHelp(true),
    ...(info && { info: () => setDetail(!detail) }),
    ...(item && onDownload && { download: () => onDownload(item) }),
    ...(item && onRemove && { remove: () => onRemove(item) }),
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (quiet || help || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
    const command = commandOf(event, direction === 'rtl')
    const run = command && commands[command]
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <FullScreen title={name ?? t('storage:viewer.loading')} onClose={onClose} onKeyDown={onKeyDown}>
      <ViewerBar
        look={look}
        controls={controls}
        detail={detail}
        fullscreen={fullscreen}
        onClose={onClose}
        onDetail={info && (() => setDetail(!detail))}
        onDownload={onDownload}
        onHelp={() => setHelp(true)}
        menu={menu}
      />
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col">
          <div ref={setStage} className="relative min-h-0 grow">
            <StageContext value={setControls}>
              <SourceContext value={source}>
                <Stage item={item} error={look.error} onDownload={onDownload} />
              </SourceContext>
            </StageContext>
            <Sides look={look} />
          </div>
          <Filmstrip source={source} look={look} />
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
      <KeySheet open={help} onOpenChange={setHelp} />
    </FullScreen>
  )
}
