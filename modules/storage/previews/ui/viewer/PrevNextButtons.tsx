import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Icon, useT } from '../../../../web/ui.ts'
import type { ViewerNavigation } from './useViewerNavigation.ts'

const round =
  'absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface/90 text-muted shadow-float hover:text-text sm:grid'

/** Buttons to the previous and next file. Phones swipe instead. */
export const PrevNextButtons = ({ navigation: { index, first, total, go } }: { navigation: ViewerNavigation }) => {
  const t = useT()
  if (index < 0) return null
  return (
    <>
      {index > (first ?? 0) && (
        <button
          type="button"
          className={`${round} start-4`}
          aria-label={t('storage:viewer.key.previous')}
          onClick={() => go(-1)}
        >
          <Icon of={ChevronLeft} size={20} className="rtl:-scale-x-100" />
        </button>
      )}
      {index < total - 1 && (
        <button
          type="button"
          className={`${round} end-4`}
          aria-label={t('storage:viewer.key.next')}
          onClick={() => go(1)}
        >
          <Icon of={ChevronRight} size={20} className="rtl:-scale-x-100" />
        </button>
      )}
    </>
  )
}
