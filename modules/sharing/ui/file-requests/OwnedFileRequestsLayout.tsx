import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppShell, LinkButton, useT } from '../../../web/ui.ts'

/** One wide column in the app shell. */
export const OwnedFileRequestsLayout = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT()
  return (
    <AppShell
      header={
        <LinkButton href="/platform/files" variant="quiet" size="sm" icon={ArrowLeft}>
          {t('sharing:requests.files')}
        </LinkButton>
      }
    >
      <div className="roomy grow bg-page phone:bg-surface">
        <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10">{children}</div>
      </div>
    </AppShell>
  )
}
