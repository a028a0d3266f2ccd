import { useData, useT } from '../../../web/ui.ts'
import type { LanguagesPageData } from '../../client/language-query.ts'
import { AdminHeading } from '../AdminHeading.tsx'
import { AddLanguage } from './AddLanguage.tsx'
import { LanguageList } from './LanguageList.tsx'
import { LanguageSettings } from './LanguageSettings.tsx'
import { StringEditor } from './StringEditor.tsx'

/** `/admin/language`: the list of languages, and the texts of one language beside the English ones. */
export const LanguagesPage = () => {
  const t = useT()
  const { languages, state } = useData<LanguagesPageData>()
  const shown = languages.find(({ id }) => id === state.locale)
  return (
    <>
      <AdminHeading title={t('admin:languages.title')} text={t('admin:languages.text')}>
        <AddLanguage languages={languages} />
      </AdminHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <LanguageList languages={languages} shown={state.locale} />
        <div className="flex min-w-0 flex-col gap-6">
          {shown && <LanguageSettings key={`${shown.id} settings`} language={shown} />}
          <StringEditor key={`${state.locale} texts`} />
        </div>
      </div>
    </>
  )
}
