import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button, CallError, Callout, call, reloadPage, useFeedback, useT } from '../../../web/ui.ts'
import { importStrings } from '../../contract.ts'

type Rejected = { key: string; message: string }[]

/** The texts of an exported file; null for another file. */
const readTexts = async (file: File): Promise<Record<string, string> | null> => {
  try {
    const texts: unknown = JSON.parse(await file.text())
    const isFlat = typeof texts === 'object' && texts !== null && !Array.isArray(texts)
    return isFlat && Object.values(texts).every((text) => typeof text === 'string')
      ? (texts as Record<string, string>)
      : null
  } catch {
    return null
  }
}

export const ImportStrings = ({ locale }: { locale: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const [rejected, setRejected] = useState<Rejected>([])
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    const translations = await readTexts(file)
    if (!translations) return feedback.toast({ kind: 'danger', text: t('admin:languages.importInvalid') })
    try {
      const { data } = await call(importStrings, { params: { id: locale }, body: { translations } })
      feedback.toast({ kind: 'success', text: t('admin:languages.imported', { count: data.imported }) })
      setRejected(data.rejected)
      await reloadPage()
    } catch (failed) {
      const text = (failed instanceof CallError && failed.message) || t('admin:languages.failed')
      feedback.toast({ kind: 'danger', text })
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => void choose(event)}
        aria-label={t('admin:languages.import')}
      />
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {t('admin:languages.import')}
      </Button>
      {rejected.length > 0 && (
        <Callout tone="warning" role="status" title={t('admin:languages.rejected')} className="w-full">
          <ul className="max-h-60 overflow-y-auto">
            {rejected.map(({ key, message }) => (
              <li key={key} className="break-words">
                <code className="text-12">{key}</code> {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
