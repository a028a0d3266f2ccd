import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { navigate } from 'vike/client/router'
import { formatLocale } from '../../../shared/contract.ts'
import { apiErrorText } from '../../../users/ui.ts'
import {
  Button,
  CallError,
  Callout,
  call,
  Dialog,
  languageName,
  reloadPage,
  SearchSelect,
  TextField,
  useNavigationDeclined,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { knownLocales, languageHref } from '../../client/language-query.ts'
import { createLanguage, type Language, maxLanguageNameLength } from '../../contract.ts'

/** Languages that can be added, by their names in the reader's language. */
const optionsOf = (languages: readonly Language[], reader: string) => {
  const names = new Intl.DisplayNames([formatLocale(reader)], { type: 'language' })
  return knownLocales
    .filter((locale) => !languages.some(({ id }) => id === locale))
    .map((locale) => ({ value: locale, label: names.of(locale) ?? locale }))
    .sort((a, b) => a.label.localeCompare(b.label, formatLocale(reader)))
}

export const AddLanguage = ({ languages }: { languages: readonly Language[] }) => {
  const t = useT()
  const { locale: reader } = usePageContext()
  const [open, setOpen] = useState(false)
  const [locale, setLocale] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  /** A language that this page does not list yet. */
  const created = useRef<string>(undefined)
  useNavigationDeclined(() => {
    if (created.current && !languages.some(({ id }) => id === created.current)) void reloadPage()
  })
  const [busy, setBusy] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    setError(undefined)
  }
  const choose = (next: string) => {
    setLocale(next)
    setName(languageName(next))
  }
  const create = async () => {
    setError(undefined)
    if (!locale) return setError(t('admin:error.language-invalid'))
    setBusy(true)
    try {
      const { data } = await call(createLanguage, { body: { locale, name: name.trim() || languageName(locale) } })
      setOpen(false)
      setLocale(null)
      created.current = data.id
      // Where the navigation is declined, it never ends.
      setBusy(false)
      await navigate(languageHref({ locale: data.id }))
    } catch (failed) {
      setError(failed instanceof CallError ? apiErrorText(failed, t, reader) : t('admin:languages.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="solid" icon={Plus} onClick={() => setOpen(true)}>
        {t('admin:languages.add')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title={t('admin:languages.add')}
        text={t('admin:languages.addText')}
        onSubmit={create}
        footer={
          <>
            <Button onClick={() => change(false)}>{t('admin:languages.cancel')}</Button>
            <Button type="submit" variant="solid" loading={busy}>
              {t('admin:languages.create')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <SearchSelect
            label={t('admin:languages.locale')}
            placeholder={t('admin:languages.chooseLocale')}
            options={open ? optionsOf(languages, reader) : []}
            value={locale}
            onValue={choose}
          />
          <TextField
            label={t('admin:languages.name')}
            help={t('admin:languages.nameHelp')}
            maxLength={maxLanguageNameLength}
            value={name}
            onValue={setName}
          />
          {error && (
            <Callout tone="danger" role="alert">
              {error}
            </Callout>
          )}
        </div>
      </Dialog>
    </>
  )
}
