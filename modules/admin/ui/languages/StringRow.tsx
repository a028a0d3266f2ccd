import { Badge, Button, TextArea, useT } from '../../../web/ui.ts'
import { type LanguageString, maxStringLength } from '../../contract.ts'
import { useServerValue } from '../use-server-value.ts'

interface Props {
  text: LanguageString
  /** Language of the translation. */
  locale: string
  /** The server's text about the last value. */
  error: string | undefined
  onSave: (value: string) => void
}

/** Characters of the English text from which on the field has several lines. */
const longText = 80

export const StringRow = ({
  text: { key, reference, value, shipped, base, outdated },
  locale,
  error,
  onSave,
}: Props) => {
  const t = useT()
  const [current, setCurrent] = useServerValue(value ?? '')
  const change = (next: string) => {
    setCurrent(next)
    onSave(next)
  }
  const isMissing = current === '' && shipped === null && base === null
  const isChanged = current !== '' && current !== shipped
  const isOutdated = outdated && current === value
  return (
    <li className="grid gap-x-4 gap-y-2 p-3 sm:px-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="text-14 text-pretty break-words whitespace-pre-line" lang="en" dir="ltr">
          {reference}
        </p>
        <p className="mt-1 font-mono text-12 break-all text-muted">{key}</p>
      </div>
      <div className="min-w-0">
        <TextArea
          label={reference}
          hideLabel
          lang={locale}
          dir="auto"
          rows={reference.length >= longText ? 3 : 1}
          maxLength={maxStringLength}
          value={current}
          placeholder={shipped ?? base ?? reference}
          error={error}
          onValue={change}
        />
        <div className="mt-1 flex min-h-8 items-center gap-2">
          {isMissing && <Badge tone="warning">{t('admin:languages.missing')}</Badge>}
          {isOutdated && <Badge tone="warning">{t('admin:languages.outdated')}</Badge>}
          {isChanged && shipped !== null && (
            <>
              {!isOutdated && <Badge tone="info">{t('admin:languages.changed')}</Badge>}
              <Button
                size="sm"
                variant="quiet"
                aria-label={t('admin:languages.resetFor', { text: reference })}
                onClick={() => {
                  onSave('')
                  setCurrent(shipped)
                }}
              >
                {t('admin:languages.reset')}
              </Button>
            </>
          )}
        </div>
        {isOutdated && <p className="mt-1 text-12 text-muted">{t('admin:languages.outdatedText')}</p>}
      </div>
    </li>
  )
}
