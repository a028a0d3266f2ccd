import { Import } from 'lucide-react'
import { Button, Callout, Dialog, formatNumber, usePageContext, useT } from '../../../../web/ui.ts'
import type { Operation } from '../../../operations/contract.ts'
import { itemCalls } from '../../client/item-calls.ts'

const counts = ['files', 'folders', 'present', 'links', 'favorites'] as const

/** Numbers of an import, and what it left out, with the reasons and the first names. */
const ImportResult = ({ operation, close }: { operation: Operation; close: () => void }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { imported, left_out } = operation.attributes
  const countOf = (name: (typeof counts)[number]) => imported?.[name] ?? 0
  const dismiss = () => {
    itemCalls.stop(operation.id).catch(() => undefined)
    close()
  }
  return (
    <Dialog
      open
      onOpenChange={dismiss}
      icon={Import}
      title={t('storage:import.title')}
      footer={
        <Button variant="solid" onClick={dismiss}>
          {t('web:kit.close')}
        </Button>
      }
    >
      {/* i18n-keys: storage:import.count.* */}
      <dl className="divide-y divide-line rounded-md border border-line px-3 text-14">
        {counts
          .filter((name) => name === 'files' || countOf(name) > 0)
          .map((name) => (
            <div key={name} className="flex items-baseline justify-between gap-4 py-2">
              <dt className="min-w-0 text-pretty">{t(`storage:import.count.${name}`)}</dt>
              <dd className="font-medium tabular-nums">{formatNumber(countOf(name), locale)}</dd>
            </div>
          ))}
      </dl>
      {left_out.length > 0 && (
        <Callout tone="warning" className="mt-3" title={t('storage:import.leftOut')}>
          <ul className="mt-1 max-h-60 space-y-1 overflow-y-auto">
            {left_out.map(({ reason, count, names }) => (
              <li key={reason} className="first-letter:uppercase">
                {t('storage:operation.leftOut.reason', {
                  reason: t(`storage:operation.leftOut.${reason}`),
                  number: formatNumber(count, locale),
                })}
                <ul className="ps-4 text-muted">
                  {[...new Set(names.filter(Boolean))].map((name) => (
                    <li key={name} className="bidi-plaintext wrap-anywhere">
                      {name}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </Dialog>
  )
}
export default ImportResult
