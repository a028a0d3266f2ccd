import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  BrandLink,
  Callout,
  CookieNotice,
  DockSpacer,
  Icon,
  LegalLinks,
  OfflineBanner,
  PlainFooter,
  SkipLink,
  useData,
  useT,
} from '../../web/ui.ts'
import type { PageVisit } from '../contract.ts'
import type { OpenVisit } from '../pages/require-open-visit.ts'
import './share.css'

/** The shared item first; brand and legal links below. */
export const ShareLayout = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT()
  const { visit } = useData<{ visit?: PageVisit & Partial<Pick<OpenVisit, 'problem'>> } | undefined>() ?? {}
  return (
    <div className="roomy flex min-h-dvh flex-col bg-page">
      <SkipLink />
      <OfflineBanner />
      <CookieNotice />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[60rem] grow px-4 pt-8 pb-12 outline-none sm:px-8 sm:pt-14"
      >
        {visit?.problem && (
          <Callout tone="danger" role="alert" className="mb-6">
            {t(visit.problem, { defaultValue: t('sharing:page.locked.problem.other') })}
          </Callout>
        )}
        {children}
      </main>
      <div className="border-t border-line">
        <div className="mx-auto flex w-full max-w-[60rem] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-8">
          <BrandLink leaves className="grow" />
          {visit?.report && (
            <div className="quiet-row -mx-3">
              {/* In a tab of its own: uploads go on, and in a frame on another site the form would have no CSRF cookie. */}
              <a href={visit.report} target="_blank" className="gap-2" rel="noopener">
                <Icon of={Flag} size={16} className="shrink-0" />
                {t('sharing:page.report')}
              </a>
            </div>
          )}
          <LegalLinks className="-mx-3" />
          <PlainFooter className="-mx-3 p-0!" />
        </div>
      </div>
      <DockSpacer />
    </div>
  )
}
