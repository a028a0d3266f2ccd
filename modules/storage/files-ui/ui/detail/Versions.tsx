import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import {
  Button,
  formatBytes,
  formatDateTime,
  IconButton,
  IconLink,
  Skeleton,
  useFeedback,
  useListFocus,
  useLoad,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import type { Item, Version } from '../../../tree/contract.ts'
import { itemCalls } from '../../client/item-calls.ts'
import { announceIfUnknown } from '../announce-if-unknown.ts'
import { useFiles } from '../context.ts'
import { LoadFailed } from '../LoadFailed.tsx'

/** Previous versions of a file: download, and if `editable` restore and delete. */
const Versions = ({ item, editable }: { item: Item; editable: boolean }) => {
  const { actions, files, sidebar, dialogs } = useFiles()
  const { versionsOf } = useSnapshot(dialogs.state)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  const wanted = versionsOf === item.id
  const feedback = useFeedback()
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { data: versions, error, reload } = useLoad(() => itemCalls.versions(item.id), [item.id, item.attributes.etag])

  const isKnown = versions !== null
  // Requested by the menu: shown even when empty, and scrolled to, once.
  useEffect(() => {
    if (!wanted || !isKnown) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [wanted, isKnown])
  useEffect(
    () => () => {
      if (dialogs.state.versionsOf === item.id) dialogs.state.versionsOf = null
    },
    [dialogs, item.id],
  )

  const changeFailed = (failure: unknown) => {
    announceIfUnknown(failure)
    if (isOutcomeUnknown(failure)) void reload()
    actions.showError(failure)
  }
  /** Id of the version that is being restored: it is gone afterwards, and a second click would fail. */
  const [restoring, setRestoring] = useState<string | null>(null)
  const restore = async (version: Version) => {
    setRestoring(version.id)
    try {
      actions.replaceItem(await itemCalls.restoreVersion(item.id, version.id))
      await Promise.all([reload(), files.refreshTop()])
      feedback.toast({ kind: 'success', text: t('storage:versions.restored', { name: item.attributes.name }) })
    } catch (error) {
      changeFailed(error)
    } finally {
      setRestoring(null)
    }
  }
  const remove = async (version: Version) => {
    const confirmed = await feedback.confirm({
      title: t('storage:versions.remove.title'),
      body: t('storage:dialog.deletePermanently.textSize', { size: formatBytes(version.attributes.size, locale) }),
      confirmLabel: t('storage:dialog.deletePermanently.confirm'),
      danger: true,
    })
    if (!confirmed) return
    try {
      await itemCalls.removeVersion(item.id, version.id)
      sidebar.reloadUsage()
      feedback.toast({ kind: 'success', text: t('storage:versions.removed') })
      await reload()
    } catch (error) {
      changeFailed(error)
    }
  }

  if (error !== null) return <LoadFailed error={error} retry={reload} />
  if (versions === null) return <Skeleton shape="text" className="mt-4" />
  if (versions.list.length === 0 && !wanted) return null
  return (
    <section aria-label={t('storage:versions.title')} className="mt-5">
      <h3 ref={heading} tabIndex={-1} className="text-14 font-semibold outline-none">
        {t('storage:versions.title')}
      </h3>
      <p className="mt-1 text-12 text-muted">
        {versions.list.length === 0
          ? t('storage:versions.none')
          : t('storage:versions.retention', { count: versions.days })}
      </p>
      <ul ref={list} {...keepFocus} className="mt-2 divide-y divide-line">
        {versions.list.map((version) => {
          const when = formatDateTime(version.attributes.stored_at, locale, zone)
          return (
            <li key={version.id} className="py-2.5" data-version={version.id}>
              <p className="text-14 tabular-nums">
                <time dateTime={version.attributes.stored_at}>{when}</time>
                <span className="text-muted"> · {formatBytes(version.attributes.size, locale)}</span>
              </p>
              <div className="mt-1.5 flex items-center gap-1">
                {editable && (
                  <Button
                    size="sm"
                    aria-label={t('storage:versions.restoreOf', { when })}
                    loading={restoring === version.id}
                    onClick={() => restore(version)}
                  >
                    {t('storage:menu.restore')}
                  </Button>
                )}
                <IconLink
                  icon={Download}
                  size="sm"
                  label={t('storage:versions.downloadOf', { when })}
                  href={`${version.attributes.file_url}?download=1`}
                  download
                />
                {editable && (
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t('storage:versions.removeOf', { when })}
                    onClick={() => remove(version)}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
export default Versions
