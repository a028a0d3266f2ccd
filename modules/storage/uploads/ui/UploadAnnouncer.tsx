import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../web/ui.ts'
import { useUploadsContext } from './context.ts'

/** Announces to screen readers when uploads start, end, wait or fail, but not each percent. */
export const UploadAnnouncer = () => {
  const t = useT()
  const { uploads } = useUploadsContext()
  const { phase, offline, counters } = useSnapshot(uploads.state)
  const [text, setText] = useState('')
  const { done, failed, files, skipped } = counters
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts alone are no milestone
  useEffect(() => {
    if (phase === 'idle') setText('')
    else if (offline) setText(t('storage:upload.status.offline'))
    else if (phase === 'running') setText(t('storage:upload.live.running', { count: files }))
    else if (phase === 'paused') setText(t('storage:upload.status.paused'))
    else if (failed > 0)
      setText(
        t('storage:upload.live.ended', {
          done: t('storage:upload.title.done', { count: done }),
          failed: t('storage:upload.title.failed', { count: failed }),
        }),
      )
    else if (done === 0 && skipped > 0) setText(t('storage:upload.title.skipped', { count: skipped }))
    else setText(t('storage:upload.title.done', { count: done }))
  }, [phase, offline])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
