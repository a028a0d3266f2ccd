import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { createAutosave, SaveStatus } from '../../../users/ui.ts'
import { Callout, Card, call, useData, useFeedback, useT } from '../../../web/ui.ts'
import { type LanguagesPageData, languageHref } from '../../client/language-query.ts'
import { saveEachValue } from '../../client/save-each-value.ts'
import { updateString } from '../../contract.ts'
import { Pager } from '../Pager.tsx'
import { StringFilters } from './StringFilters.tsx'
import { StringRow } from './StringRow.tsx'

const saveDelayMs = 600

const saveStrings = (id: string, values: Record<string, string>) =>
  saveEachValue(values, (name, value) => call(updateString, { params: { id }, body: { name, value }, keepalive: true }))

/** The texts of a language, page by page, each beside the English one. Each text saves itself. */
export const StringEditor = () => {
  const t = useT()
  const { state, strings } = useData<LanguagesPageData>()
  const { locale } = state
  const { total, from, next_cursor, prev_cursor } = strings.meta
  const pageHref = (cursor: string | null) => cursor && languageHref({ ...state, cursor })
  const [autosave] = useState(() =>
    createAutosave({ delayMs: saveDelayMs, save: (values) => saveStrings(locale, values) }),
  )
  const { errors, discards } = useSnapshot(autosave.state)
  const feedback = useFeedback()
  // The typed text of a removed row is lost: its error would keep asking before the page is left.
  useEffect(() => {
    const shown = new Set(strings.data.map(({ key }) => key))
    for (const [key, error] of Object.entries(errors)) {
      if (shown.has(key)) continue
      delete autosave.state.errors[key]
      feedback.toast({ kind: 'danger', text: t('admin:languages.notSaved', { key, error }) })
    }
  }, [autosave, strings, errors, feedback, t])
  return (
    <Card title={t('admin:languages.strings')} actions={<SaveStatus autosave={autosave} />} flush>
      <StringFilters state={state} />
      <div className="p-3 sm:px-4">
        <Callout>{t('admin:languages.keep', { example: '{{name}}' })}</Callout>
      </div>
      {strings.data.length === 0 && <p className="px-4 pb-6 text-body text-muted">{t('admin:languages.none')}</p>}
      {/* Rows that stay on the page lose what was discarded, too. */}
      <ul key={discards} className="divide-y divide-line">
        {strings.data.map((text) => (
          <StringRow
            key={text.key}
            text={text}
            locale={locale}
            error={errors[text.key]}
            onSave={(value) => autosave.set(text.key, value)}
          />
        ))}
      </ul>
      <Pager
        first={from}
        shown={strings.data.length}
        total={total}
        previous={pageHref(prev_cursor)}
        next={pageHref(next_cursor)}
      />
    </Card>
  )
}
