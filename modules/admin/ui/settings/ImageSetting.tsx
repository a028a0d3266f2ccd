import { type ChangeEvent, useRef, useState } from 'react'
import { Button, CallError, cx, formatBytes, reloadPage, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { saveSettings, uploadImage } from '../../client/settings.ts'
import { maxImageBytes, type SettingField } from '../../contract.ts'

const accepted = 'image/svg+xml,image/png,image/jpeg,image/webp,image/gif,image/avif'

/** A logo or an icon: its preview, a new one, or none. Saved as soon as it is chosen. */
export const ImageSetting = ({ field, label, help }: { field: SettingField; label: string; help: string }) => {
  const t = useT()
  const { settings, locale } = usePageContext()
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { name } = field
  const image = settings.images[name]

  const change = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      feedback.toast({ kind: 'success', text: t('admin:message.setting-saved') })
      await reloadPage()
    } catch (failed) {
      setError((failed instanceof CallError && failed.message) || t('admin:image.failed'))
    }
    setBusy(false)
  }
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    if (file.size > maxImageBytes)
      return setError(t('admin:image.tooLarge', { size: formatBytes(maxImageBytes, locale) }))
    void change(() => uploadImage(name, file))
  }
  const id = `setting-${name}`
  return (
    <fieldset className="flex flex-wrap items-center gap-4" aria-labelledby={`${id}-label`}>
      <div
        className={cx(
          'flex h-20 w-36 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line p-2',
          name.endsWith('_dark') ? 'bg-[#15171b] text-[#c9ced6]' : 'bg-[#ffffff] text-[#4b5563]',
        )}
      >
        {image ? (
          <img {...image} alt={t('admin:image.current', { name: label })} className="max-h-full w-auto max-w-full" />
        ) : (
          <span className="text-12">{t('admin:image.none')}</span>
        )}
      </div>
      <div className="min-w-56 flex-1">
        <p id={`${id}-label`} className="text-small font-medium">
          {label}
        </p>
        <p className="mt-0.5 text-small text-pretty text-muted">{help}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <input ref={input} type="file" name={name} accept={accepted} hidden onChange={choose} aria-label={label} />
          <Button
            loading={busy}
            onClick={() => input.current?.click()}
            aria-label={t('admin:image.chooseFor', { name: label })}
          >
            {t('admin:image.choose')}
          </Button>
          {image && (
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => void change(() => saveSettings({ [name]: null }))}
              aria-label={t('admin:image.removeFor', { name: label })}
            >
              {t('admin:settings.remove')}
            </Button>
          )}
        </div>
        {error && (
          <p role="alert" className="mt-1.5 text-small text-danger-text">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
