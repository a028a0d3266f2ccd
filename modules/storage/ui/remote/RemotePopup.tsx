import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button, countText, formatNumber, Popup, TextArea, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { refusalOf } from '../../client/refusal.ts'
import { type Links, linksOf, refusedLines } from '../../client/remote/links.ts'
import { maxRemoteUrls } from '../../contract.ts'
import type { RemoteTarget } from './request.ts'

export interface RemotePopupProps {
  target: RemoteTarget
  close: () => void
  begin: (urls: readonly string[], parentId: string | null) => Promise<void>
}

/** UI.md §12.5: links, one per line, that the server fetches into a folder. */
export const RemotePopup = ({ target, close, begin }: RemotePopupProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const links = linksOf(text)

  const lines = (numbers: readonly number[]) =>
    t('storage:remote.popup.wrong', {
      count: numbers.length,
      lines: new Intl.ListFormat(locale, { type: 'conjunction' }).format(
        numbers.map((line) => formatNumber(line, locale)),
      ),
    })
  const problemOf = ({ urls, wrong, tooMany }: Links) => {
    if (urls.length === 0) return t('storage:remote.popup.empty')
    if (wrong.length > 0) return lines(wrong)
    return tooMany ? t('storage:remote.popup.tooMany', { limit: formatNumber(maxRemoteUrls, locale) }) : ''
  }
  const submit = async () => {
    const problem = problemOf(links)
    setError(problem)
    if (problem) return
    setBusy(true)
    try {
      await begin(links.urls, target.id)
      close()
    } catch (refused) {
      const { status, message } = refusalOf(refused)
      const wrong = refusedLines((refused as { errors?: Record<string, unknown> }).errors ?? {}, links)
      if (wrong.length > 0) setError(lines(wrong))
      else if (status === 422 || status === 429) setError(message)
      else feedback.toast({ kind: 'danger', text: message || t('storage:toast.offline') })
      setBusy(false)
    }
  }
  return (
    <Popup
      open
      onOpenChange={close}
      icon={Link2}
      title={t('storage:remote.popup.title')}
      text={t('storage:remote.popup.text', { folder: target.name })}
      dirty={text.trim() !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy}>
            {t('storage:remote.popup.confirm')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('storage:remote.popup.label')}
        labelEnd={
          <span className="text-muted tabular-nums" aria-live="polite">
            {links.urls.length > 0 && countText('storage:remote.popup.count', links.urls.length, locale, t)}
          </span>
        }
        help={t('storage:remote.popup.help')}
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
    </Popup>
  )
}
