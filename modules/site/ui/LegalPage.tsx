import { TextTree, useData } from '../../web/ui.ts'
import type { LegalPageData } from '../pages/page/+data.ts'

/** A legal page. */
export const LegalPage = () => {
  const { page } = useData<LegalPageData>()
  return (
    <article className="mx-auto w-full max-w-[44rem] px-5 pt-10 sm:px-8 sm:pt-16">
      <h1 className="bidi-plaintext text-28 font-bold text-balance outline-none">{page.title}</h1>
      <div className="markdown mt-6 px-0! pt-0! [&_h2]:text-20!" dir="auto">
        <TextTree nodes={page.nodes} />
      </div>
    </article>
  )
}
