import { CircleCheck, RotateCw, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import {
  cx,
  FileIcon,
  fileKind,
  formatBytes,
  Icon,
  IconButton,
  Progress,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { extensionOf } from '../../tree/contract.ts'
import { formatProgress } from '../../uploads/ui.ts'
import { isRetriable, isUrlOpen, type RemoteStore } from '../client/remote.store.ts'
import type { RemoteUrl } from '../contract.ts'

interface ListProps {
  remote: RemoteStore
  showError: (error: unknown) => void
}

/** Each link: its file, progress, failure reason, and actions. */
export const RemoteList = ({ remote, showError }: ListProps) => {
  const { batches } = useSnapshot(remote.state)
  const t = useT()
  return (
    <ul
      aria-label={t('storage:remote.links')}
      className="max-h-[min(20rem,50dvh)] overflow-y-auto overscroll-contain py-1"
    >
      {batches.flatMap(({ id, attributes }) =>
        attributes.urls.map((url) => (
          <RemoteRow key={url.id} batch={id} url={url} remote={remote} showError={showError} />
        )),
      )}
    </ul>
  )
}

const hostOf = (url: string) => new URL(url).host

const RemoteRow = ({ batch, url, remote, showError }: ListProps & { batch: string; url: RemoteUrl }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { status, size, received } = url
  const name = url.name ?? url.url.replace(/^https?:\/\//, '')
  const text = {
    waiting: t('storage:remote.status.waiting'),
    running:
      size === null
        ? received > 0
          ? formatBytes(received, locale)
          : t('storage:remote.status.asking')
        : formatProgress(received, size, locale, t),
    done: t('storage:remote.status.done'),
    failed: t(`storage:remote.reason.${url.reason ?? 'internal'}`),
  }[status]
  const button = (icon: typeof X, key: string, action: () => Promise<unknown>) => (
    <IconButton
      size="sm"
      icon={icon}
      label={t(`storage:remote.action.${key}`, { name })}
      onClick={() => void action().catch(showError)}
    />
  )
  return (
    <li data-remote-url={status} className="flex min-h-14 items-center gap-3 py-1 ps-4 pe-2">
      <FileIcon kind={fileKind(null, extensionOf(name))} size={24} />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <span className="bidi-plaintext truncate text-14 font-medium" title={url.url}>
            {name}
          </span>
          {url.name && <span className="max-w-2/5 shrink-0 truncate text-12 text-muted">{hostOf(url.url)}</span>}
        </p>
        <p className={cx('text-12 tabular-nums', status === 'failed' ? 'text-danger-text' : 'truncate text-muted')}>
          {text}
        </p>
        {status === 'running' && (
          <Progress
            label={t('storage:remote.progressOf', { name })}
            {...(size === null ? {} : { value: received, max: size, valueText: text })}
            className="mt-1 h-1!"
          />
        )}
      </div>
      <span className="flex shrink-0 items-center">
        {status === 'done' && <Icon of={CircleCheck} size={18} className="mx-1.75 text-success-text" />}
        {isRetriable(url) && button(RotateCw, 'retry', () => remote.retry(batch, [url.id]))}
        {isUrlOpen(url) && button(X, 'cancel', () => remote.cancelUrl(batch, url.id))}
        {status === 'failed' && button(X, 'remove', () => remote.cancelUrl(batch, url.id))}
      </span>
    </li>
  )
}
