import { useEffect, useState } from 'react'
import { Button, reloadPage, Spinner, useT } from '../../../web/ui.ts'
import { reloadDelaysMs } from '../../client/reload-delays.ts'
import { previewFrameClass } from './preview-frame-class.ts'

/** While the server makes the preview: the page is loaded again, ever less often, and at last only when asked to. */
export const PendingPreview = () => {
  const t = useT()
  const [reloads, setReloads] = useState(0)
  const delay = reloadDelaysMs[reloads]
  useEffect(() => {
    if (delay === undefined) return
    const timer = setTimeout(() => {
      setReloads(reloads + 1)
      void reloadPage()
    }, delay)
    return () => clearTimeout(timer)
  }, [reloads, delay])
  if (delay === undefined)
    return (
      <div role="status" className={`${previewFrameClass} px-5 py-14 text-center`}>
        <p className="mb-4 text-14">{t('sharing:page.late')}</p>
        <Button size="sm" onClick={() => void reloadPage()}>
          {t('web:kit.retry')}
        </Button>
      </div>
    )
  const text = t('storage:viewer.media.preparing')
  return (
    <div className={`${previewFrameClass} px-5 py-14 text-center`}>
      <Spinner label={text} className="mb-2" />
      <p aria-hidden="true" className="text-14 font-medium">
        {text}
      </p>
      <ReloadHint />
    </div>
  )
}

/** Without scripts nothing else says when a preview is ready. */
export const ReloadHint = () => {
  const t = useT()
  return <p className="mt-2 hidden text-center text-13 text-muted noscript:block">{t('sharing:page.reload')}</p>
}
