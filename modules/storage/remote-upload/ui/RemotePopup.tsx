import { Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  Button,
  CallError,
  Dialog,
  errorText,
  errorToast,
  formatNumber,
  TextArea,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { apiErrorOf } from '../../tree/ui.ts'
import { type ParsedLinks, parseLinks, type RejectedLink, rejectionTexts } from '../client/parse-links.ts'
import { maxRemoteUrls } from '../contract.ts'
import type { RemoteTarget } from './request.ts'

interface RemotePopupProps {
  target: RemoteTarget
  close: () => void
  /** Resolves with the links that the server rejected. */
  begin: (urls: readonly string[], parentId: string | null) => Promise<readonly RejectedLink[]>
}

interface Problem {
  url: string
  text: string
}

/** Each rejected link with its reason, as the error of the field. */
const Rejected = ({ problems, title }: { problems: readonly Problem[]; title: string }) => (
  <>
    <span className="block">{title}</span>
    {problems.map(({ url, text }) => (
      <span key={url} className="block" data-rejected-link>
        <bdi className="break-all font-medium">{url}</bdi> – {text}
      </span>
    ))}
  </>
)

/**
 * Links, one per line, that the server fetches into a folder. Rejected links stay in the field with their
 * reasons; the others start.
 */
export const RemotePopup = ({ target, close, begin }: RemotePopupProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const [text, setText] = useState('')
  const [error, setError] = useState<ReactNode>('')
  const [busy, setBusy] = useState(false)
  const links = parseLinks(text)

  const textOf = ({ url, reason }: RejectedLink): Problem => ({ url, text: t(`storage:remote.reason.${reason}`) })
  const showRejected = (problems: readonly Problem[]) => {
    setText(problems.map(({ url }) => url).join('\n'))
    setError(<Rejected problems={problems} title={t('storage:remote.dialog.rejected', { count: problems.length })} />)
  }
  const problemOf = ({ all, tooMany }: ParsedLinks) => {
    if (all.length === 0) return t('storage:remote.dialog.empty')
    return tooMany ? t('storage:remote.dialog.tooMany', { limit: formatNumber(maxRemoteUrls, locale) }) : ''
  }
  const submit = async () => {
    const problem = problemOf(links)
    setError(problem)
    if (problem) return
    const rejected = links.rejected.map(textOf)
    if (links.urls.length === 0) return showRejected(rejected)
    setBusy(true)
    try {
      rejected.push(...(await begin(links.urls, target.id)).map(textOf))
      if (rejected.length === 0) close()
      else showRejected(rejected)
    } catch (cause) {
      const { status } = apiErrorOf(cause)
      const fieldProblems = cause instanceof CallError ? rejectionTexts(cause.errors, links.urls) : []
      if (fieldProblems.length > 0) showRejected([...rejected, ...fieldProblems])
      else if (status === 422 || status === 429) setError(errorText(cause, t))
      else feedback.toast(errorToast(cause, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Link2}
      title={t('storage:remote.dialog.title')}
      text={t('storage:remote.dialog.text', { folder: target.name })}
      dirty={text.trim() !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy}>
            {t('storage:remote.dialog.confirm')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('storage:remote.dialog.label')}
        labelEnd={
          <span className="text-muted tabular-nums" aria-live="polite">
            {links.all.length > 0 && t('storage:remote.dialog.count', { count: links.all.length })}
          </span>
        }
        help={t('storage:remote.dialog.help')}
        error={error || undefined}
        value={text}
        onValue={(value) => {
          setText(value)
          setError('')
        }}
        rows={6}
        className="[&_textarea]:min-h-40"
        required
        dir="ltr"
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        inputMode="url"
        placeholder="https://example.org/report.pdf"
        data-autofocus
      />
    </Dialog>
  )
}
