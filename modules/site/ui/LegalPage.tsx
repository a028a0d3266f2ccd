import { TextTree, useData, useLanguageName, useT } from '../../web/ui.ts'
import type { LegalPageData } from '../pages/page/+data.ts'

/** A legal page. Without a translation it is shown in another language, with a note. */
export const LegalPage = () => {
  const t = useT()
  const nameOf = useLanguageName()
  const { title, nodes, locales, isTranslated } = useData<LegalPageData>().page
  return (
    <article className="mx-auto w-full max-w-[44rem] px-5 pt-10 sm:px-8 sm:pt-16">
      <h1 className="bidi-plaintext text-28 font-bold text-balance outline-none" lang={locales.title}>
        {title}
      </h1>
      {!isTranslated && (
        <p className="mt-3 text-14 text-muted">
          {t('site:page.legal.untranslated', { language: nameOf(locales.content) })}
        </p>
      )}
      <div className="markdown mt-6 px-0! pt-0! [&_h2]:text-20!" dir="auto" lang={locales.content}>
        <TextTree nodes={nodes} />
      </div>
    </article>
  )
}
