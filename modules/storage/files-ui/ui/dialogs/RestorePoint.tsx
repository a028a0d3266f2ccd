import { History } from 'lucide-react'
import { useId, useState } from 'react'
import { instantAt, wallTimeAt } from '../../../../shared/contract.ts'
import {
  Button,
  Callout,
  Dialog,
  errorText,
  formatDateTime,
  RetryButton,
  Spinner,
  TextField,
  useLoad,
  useNow,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { restorePointCalls } from '../../client/restore-point-calls.ts'
import { useFiles } from '../context.ts'
import { RestoreChanges } from './RestoreChanges.tsx'
import { RestoreMoments } from './RestoreMoments.tsx'

/** Restores a folder (null: the root) to a time, after a preview of what changes. */
const RestorePoint = ({ folder, close }: { folder: Item | null; close: () => void }) => {
  const { actions, operations } = useFiles()
  const t = useT()
  const zone = useZone()
  const { locale } = usePageContext()
  const id = folder?.id ?? null
  const now = useNow()
  const [wall, setWall] = useState(() => wallTimeAt(now, zone))
  /** Time whose preview was requested. */
  const [asked, setAsked] = useState<string | null>(null)
  const statusId = useId()
  const points = useLoad(() => restorePointCalls.list(id), [id])
  const load = async (at: string) => ({ at, changes: await restorePointCalls.preview(id, at) })
  const preview = useLoad(asked === null ? null : () => load(asked), [asked])
  const shown = preview.data?.at === asked ? preview.data : null
  const earliest = points.data && wallTimeAt(Date.parse(points.data.earliest), zone)

  const change = (given: Partial<typeof wall>) => {
    setWall({ ...wall, ...given })
    setAsked(null)
  }
  const choose = (at: string) => {
    setWall(wallTimeAt(Date.parse(at), zone))
    setAsked(at)
  }
  const submit = () => {
    if (asked === null) {
      const at = instantAt(wall, zone)
      if (Number.isNaN(at)) return
      return setAsked(new Date(at).toISOString())
    }
    if (!shown) return
    restorePointCalls.start(id, asked).then(operations.watch, (error: unknown) => actions.showError(error))
    close()
  }
  const error = points.error ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={History}
      title={t('storage:rewind.title')}
      text={t('storage:rewind.text')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" disabled={asked !== null && !shown} aria-describedby={statusId}>
            {t(asked === null ? 'storage:rewind.preview' : 'storage:rewind.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          label={t('storage:rewind.day')}
          value={wall.day}
          min={earliest?.day}
          max={wallTimeAt(now, zone).day}
          onValue={(day) => change({ day })}
          required
        />
        <TextField
          type="time"
          label={t('storage:rewind.time')}
          value={wall.time}
          onValue={(time) => change({ time })}
          required
        />
      </div>
      {points.data && (
        <p className="mt-2 text-12 text-muted">
          {t('storage:rewind.earliest', { when: formatDateTime(points.data.earliest, locale, zone) })}
        </p>
      )}
      {points.data && <RestoreMoments moments={points.data.moments} chosen={asked} onChoose={choose} />}
      <div id={statusId} role="status" className="mt-5 empty:hidden">
        {asked !== null && !shown && !error && <Spinner label={t('storage:rewind.loading')} />}
        {shown && <RestoreChanges changes={shown.changes} when={formatDateTime(shown.at, locale, zone)} />}
      </div>
      {error !== null && (
        <Callout
          tone="danger"
          role="alert"
          className="mt-5"
          actions={
            <RetryButton onRetry={points.error ? points.reload : preview.reload}>{t('web:kit.retry')}</RetryButton>
          }
        >
          {errorText(error, t)}
        </Callout>
      )}
    </Dialog>
  )
}
export default RestorePoint
