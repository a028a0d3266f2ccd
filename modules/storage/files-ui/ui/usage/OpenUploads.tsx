import { useEffect, useRef } from 'react'
import {
  Button,
  Card,
  call,
  formatBytes,
  onPageVisible,
  Progress,
  RelativeTime,
  useFeedback,
  useListFocus,
  useLoad,
  usePageContext,
  useT,
} from '../../../../web/ui.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { endOpenUpload, listOpenUploads, type OpenUpload } from '../../../uploads/contract.ts'
import { LoadFailed } from '../LoadFailed.tsx'

/** Running uploads into the account by anyone. Loaded after the page; hidden when empty. */
export const OpenUploads = () => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  const load = async (signal: AbortSignal) => (await call(listOpenUploads, { signal })).data.map(({ data }) => data)
  const { data: uploads, error, reload } = useLoad(load, [])
  useEffect(() => onPageVisible(reload), [reload])

  const end = async (upload: OpenUpload) => {
    const { name, received } = upload.attributes
    const isSure = await feedback.confirm({
      title: t('storage:usage.open.end.title', { name }),
      body: t('storage:usage.open.end.text', { size: formatBytes(received, locale) }),
      confirmLabel: t('storage:usage.open.end.confirm'),
      danger: true,
    })
    if (!isSure) return
    try {
      await call(endOpenUpload, { params: { id: upload.id } })
      feedback.toast({ kind: 'success', text: t('storage:usage.open.end.done', { name }) })
    } catch (error) {
      // 404: it ended meanwhile; the reloaded list shows that.
      if (apiErrorOf(error).status !== 404) feedback.toast({ kind: 'danger', text: t('storage:toast.failed') })
    }
    await reload()
  }

  if (uploads === null && error !== null)
    return (
      <Card title={t('storage:usage.open.title')} flush>
        <LoadFailed error={error} retry={reload} />
      </Card>
    )
  if (!uploads?.length) return null
  const reserved = uploads.reduce((sum, { attributes }) => sum + attributes.reserved, 0)
  return (
    <Card
      title={t('storage:usage.open.title')}
      text={t('storage:usage.open.text', { size: formatBytes(reserved, locale) })}
    >
      <ul ref={list} {...keepFocus} className="-my-3 divide-y divide-line">
        {uploads.map((upload) => {
          const { name, received, total_size: total, updated_at, source } = upload.attributes
          const sizes =
            total === null
              ? formatBytes(received, locale)
              : t('storage:usage.open.of', { size: formatBytes(received, locale), total: formatBytes(total, locale) })
          const from = source.label === null ? source.kind : `${source.kind}Named`
          return (
            <li key={upload.id} data-upload={upload.id} className="flex items-center gap-4 py-3">
              <div className="min-w-0 grow">
                <p className="truncate text-14 font-medium" title={name}>
                  <bdi>{name}</bdi>
                </p>
                <p className="mt-0.5 text-small text-pretty text-muted tabular-nums">
                  {t(`storage:usage.open.from.${from}`, { label: source.label ?? '' })} · {sizes} ·{' '}
                  <RelativeTime at={updated_at} />
                </p>
                {total !== null && (
                  <Progress
                    label={t('storage:usage.open.progress', { name })}
                    value={received}
                    max={total}
                    className="mt-2"
                  />
                )}
              </div>
              <Button
                size="sm"
                aria-label={t('storage:usage.open.end.label', { name })}
                onClick={() => end(upload)}
                className="shrink-0"
              >
                {t('storage:usage.open.end.confirm')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
