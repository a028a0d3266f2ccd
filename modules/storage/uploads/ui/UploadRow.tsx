import { CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react'
import { cx, FileIcon, fileKind, Icon, IconButton, Progress, useT } from '../../../web/ui.ts'
import { extensionOf } from '../../tree/contract.ts'
import { percentOf } from '../client/state.ts'
import { isRetryable, type Upload } from '../client/types.ts'
import { useUploadsContext } from './context.ts'
import { statusText } from './upload-texts.ts'

interface UploadRowProps {
  upload: Upload
  inner: boolean
  held: boolean
  offline: boolean
  locale: string
}

/** A file: icon, name, target, progress, and actions. */
export const UploadRow = ({ upload, inner, held, offline, locale }: UploadRowProps) => {
  const t = useT()
  const { name, status, size, target } = upload
  const running = status === 'uploading' || status === 'processing'
  const stopped = status === 'paused' || (held && status === 'waiting')
  const sent = upload.offset + upload.inFlightBytes
  const text = statusText(upload, { held, offline }, locale, t)
  return (
    <div className={cx('flex h-full items-center gap-3 pe-2', inner ? 'ps-9' : 'ps-4')}>
      <FileIcon kind={fileKind(upload.file.type, extensionOf(name))} size={24} />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <span className="bidi-plaintext truncate text-14 font-medium" title={upload.path}>
            {name}
          </span>
          {!inner && (
            <span className="bidi-plaintext max-w-2/5 shrink-0 truncate text-12 text-muted">{target.name}</span>
          )}
        </p>
        <p
          className={cx('truncate text-12 tabular-nums', status === 'failed' ? 'text-danger-text' : 'text-muted')}
          title={status === 'failed' ? text : undefined}
        >
          {text}
        </p>
        {(running || (stopped && sent > 0)) && (
          <Progress
            label={t('storage:upload.progressOf', { name })}
            value={status === 'processing' ? undefined : percentOf(sent, size)}
            tone={offline ? 'warning' : 'brand'}
            className={cx('mt-1 h-1!', stopped && 'opacity-50')}
          />
        )}
      </div>
      <RowButtons upload={upload} held={held} />
    </div>
  )
}

const RowButtons = ({ upload, held }: { upload: Upload; held: boolean }) => {
  const t = useT()
  const { uploads } = useUploadsContext()
  const { name, status } = upload
  const button = (icon: typeof X, key: string, onClick: () => void) => (
    <IconButton size="sm" icon={icon} label={t(`storage:upload.action.${key}`, { name })} onClick={onClick} />
  )
  if (status === 'done') {
    return (
      <span className="flex items-center">
        <Icon of={CircleCheck} size={18} className="mx-1.75 text-success-text" />
        <span className="sr-only">{t('storage:upload.status.done')}</span>
      </span>
    )
  }
  return (
    <span className="flex shrink-0">
      {/* One button, which keeps the focus while its action changes. */}
      {status === 'uploading' || (status === 'waiting' && !held)
        ? button(Pause, 'pause', () => uploads.pause([upload]))
        : status === 'paused'
          ? button(Play, 'resume', () => uploads.resume([upload]))
          : isRetryable(upload) && button(RotateCw, 'retry', () => uploads.resume([upload]))}
      {status === 'failed' || status === 'skipped'
        ? button(X, 'remove', () => uploads.cancel([upload]))
        : status !== 'processing' && button(X, 'cancel', () => uploads.cancel([upload]))}
    </span>
  )
}
