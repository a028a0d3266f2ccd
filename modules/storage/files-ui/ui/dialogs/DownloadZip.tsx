import { Download, FileArchive } from 'lucide-react'
import {
  Button,
  Callout,
  call,
  Dialog,
  formatBytes,
  Icon,
  LinkButton,
  RetryButton,
  Spinner,
  type Translate,
  useFeedback,
  useLoad,
  usePageContext,
  usePhone,
  useT,
} from '../../../../web/ui.ts'
import { maxZipItems, prepareZip, type ZipInput } from '../../../archives/contract.ts'
import { apiErrorOf, isFlatSection } from '../../../tree/ui.ts'
import { type ActionTarget, itemRefOf, selectionRule, targetCount } from '../../client/selection-target.ts'
import { saveUrl } from '../browser/open-item.ts'

const inputOf = (target: ActionTarget): ZipInput =>
  target.kind === 'items' ? { items: target.items.map(itemRefOf) } : { selection: selectionRule(target) }

/** Key of the text that tells why there can be no zip of the target: an archive is of items of one account. */
const impossibleKey = (target: ActionTarget): string | null => {
  if (target.kind !== 'items' || target.items.length < 2) return null
  if (target.items.length > maxZipItems) return 'storage:dialog.zip.tooMany'
  const areSharedFolders =
    isFlatSection(target.from.location.section) &&
    target.items.some(({ attributes }) => attributes.access !== undefined)
  return areSharedFolders ? 'storage:dialog.zip.severalShared' : null
}

const failureText = (error: unknown, t: Translate): string => {
  const { status, message } = apiErrorOf(error)
  return status >= 400 && status < 500 && message ? message : t('storage:dialog.zip.failed')
}

/** Prepares a zip of the target, shows its size and starts the download. Phones get a short notice instead of the size. */
const DownloadZip = ({ target, close }: { target: ActionTarget; close: () => void }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const phone = usePhone()
  const impossible = impossibleKey(target)
  const prepare = async (signal: AbortSignal) => {
    const { attributes } = (await call(prepareZip, { body: inputOf(target) })).data
    if (signal.aborted) return attributes
    const save = () => saveUrl(attributes.url, attributes.name)
    save()
    if (phone) {
      const action = { label: t('storage:dialog.zip.again'), onAct: save }
      feedback.toast({ kind: 'success', text: t('storage:dialog.zip.toast', { name: attributes.name }), action })
      close()
    }
    return attributes
  }
  const { data: prepared, error, reload } = useLoad(impossible ? null : prepare, [])
  const failure = impossible ? t(impossible, { limit: maxZipItems }) : error === null ? '' : failureText(error, t)
  const first = target.kind === 'items' && target.items.length === 1 ? target.items[0] : undefined
  return (
    <Dialog
      open
      small
      onOpenChange={close}
      icon={Download}
      title={
        first
          ? t('storage:dialog.zip.one', { name: first.attributes.name })
          : t('storage:dialog.zip.many', { count: targetCount(target) })
      }
      footer={
        <>
          {prepared && (
            <LinkButton href={prepared.url} download={prepared.name}>
              {t('storage:dialog.zip.again')}
            </LinkButton>
          )}
          {failure && !impossible && <RetryButton onRetry={reload}>{t('storage:dialog.zip.retry')}</RetryButton>}
          <Button variant={prepared ? 'solid' : undefined} onClick={close}>
            {prepared || failure ? t('web:kit.close') : t('web:kit.cancel')}
          </Button>
        </>
      }
    >
      {failure ? (
        <Callout tone="danger" role="alert">
          {failure}
        </Callout>
      ) : (
        <div role="status" className="flex items-center gap-4 rounded-md border border-line p-4">
          <span className="grid size-10 shrink-0 place-items-center text-brand-text">
            {prepared ? (
              <Icon of={FileArchive} size={28} />
            ) : (
              <Spinner size={24} label={t('storage:dialog.zip.preparing')} />
            )}
          </span>
          {prepared ? (
            <div className="min-w-0 grow">
              <p className="font-medium break-words">{prepared.name}</p>
              <p className="text-14 text-muted tabular-nums">
                {formatBytes(prepared.size, locale)} · {t('storage:dialog.zip.files', { count: prepared.files })}
              </p>
              <p className="mt-2 text-14 text-pretty">{t('storage:dialog.zip.started')}</p>
            </div>
          ) : (
            <p aria-hidden="true" className="text-pretty">
              {t('storage:dialog.zip.preparing')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
export default DownloadZip
