import { useEffect, useRef } from 'react'
import { Button, useT } from '../../../web/ui.ts'

interface SubmitButtonProps {
  owner: string
  busy: boolean
  /** Uploads are running. */
  uploading: boolean
  onSubmit: () => void
}

/** Submits the uploaded files. On phones it is fixed to the bottom; toasts and panels stay above it (`--bottom-bar`). */
export const SubmitFilesButton = ({ owner, busy, uploading, onSubmit }: SubmitButtonProps) => {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    const { style } = document.documentElement
    if (!current) return
    const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [])
  return (
    <div
      ref={bar}
      data-submit
      className="mt-6 flex flex-col gap-2 noscript:hidden phone:sticky phone:bottom-0 phone:z-20 phone:-mx-4 phone:border-t phone:border-line phone:bg-page phone:px-4 phone:pt-2 phone:pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:flex-row sm:items-center sm:justify-between"
    >
      <p className="text-small text-pretty text-muted">
        {uploading ? t('sharing:request.done.wait') : t('sharing:request.done.hint', { name: owner })}
      </p>
      <Button variant="solid" size="lg" loading={busy} disabled={uploading} onClick={onSubmit}>
        {t('sharing:request.done.button')}
      </Button>
    </div>
  )
}
