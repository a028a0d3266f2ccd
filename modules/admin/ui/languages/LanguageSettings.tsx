import { Download, Trash2 } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { AutosaveField, apiErrorText } from '../../../users/ui.ts'
import {
  Button,
  CallError,
  Card,
  call,
  LinkButton,
  reloadPage,
  Switch,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { saveSettings } from '../../client/settings.ts'
import { deleteLanguage, exportStrings, type Language, maxLanguageNameLength, updateLanguage } from '../../contract.ts'
import { ImportStrings } from './ImportStrings.tsx'
import { languageLabel } from './LanguageList.tsx'

/** Name, default, JSON in and out, and deletion of a language. */
export const LanguageSettings = ({ language }: { language: Language }) => {
  const t = useT()
  const { locale } = usePageContext()
  const feedback = useFeedback()
  const { id, attributes } = language
  const act = async (fn: () => Promise<unknown>, message = t('admin:message.setting-saved')) => {
    try {
      await fn()
      feedback.toast({ kind: 'success', text: message })
      await reloadPage()
      return true
    } catch (failed) {
      const text = failed instanceof CallError ? apiErrorText(failed, t, locale) : t('admin:languages.failed')
      feedback.toast({ kind: 'danger', text })
      return false
    }
  }
  const remove = async () => {
    const isConfirmed = await feedback.confirm({
      title: t('admin:languages.deleteTitle', { name: languageLabel(language) }),
      body: t('admin:languages.deleteText'),
      confirmLabel: t('admin:languages.delete'),
      danger: true,
    })
    if (!isConfirmed) return
    await act(async () => {
      // Before the reload that follows the deletion: the URL of the deleted language is a 404 then.
      await navigate('/admin/language')
      await call(deleteLanguage, { params: { id } })
    }, t('admin:message.language-deleted'))
  }
  return (
    <Card title={t('admin:languages.settings')}>
      <div className="flex flex-col gap-5">
        <AutosaveField
          label={t('admin:languages.name')}
          help={t('admin:languages.nameHelp')}
          placeholder={languageLabel(language)}
          maxLength={maxLanguageNameLength}
          value={attributes.name}
          onSave={(name) => act(() => call(updateLanguage, { params: { id }, body: { name: 'name', value: name } }))}
        />
        <Switch
          label={t('admin:languages.makeDefault')}
          help={t('admin:languages.makeDefaultHelp')}
          checked={attributes.is_default}
          disabled={attributes.is_default}
          onValue={() => void act(() => saveSettings({ language: id }))}
        />
        <div className="flex flex-wrap gap-2">
          <LinkButton href={exportStrings.path.replace(':id', id)} download icon={Download}>
            {t('admin:languages.export')}
          </LinkButton>
          <ImportStrings locale={id} />
          {id !== 'en' && (
            <Button icon={Trash2} variant="quiet" onClick={() => void remove()}>
              {t('admin:languages.delete')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
