import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button, cx, formatBytes, formatDate, usePageContext, useT } from '../../../../web/ui.ts'
import type { TrafficDay } from '../../../tree/contract.ts'
import { TrafficTable } from './TrafficTable.tsx'

interface Props {
  kind: 'upload' | 'download'
  /** Oldest first. */
  days: readonly TrafficDay[]
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/** A bar per day with one tab stop for all; arrow keys move between days. A table shows the same figures. */
export const TrafficChart = ({ kind, days }: Props) => {
  const t = useT()
  const { locale, direction } = usePageContext()
  const [at, setAt] = useState(days.length - 1)
  const [listed, setListed] = useState(false)
  const bars = useRef<HTMLFieldSetElement>(null)
  const table = useId()
  const maxAmount = Math.max(...days.map(({ amount }) => amount))
  const dateOf = (day: TrafficDay | undefined) => (day ? formatDate(day.created_at, locale, 'UTC') : '')
  const labelOf = (day: TrafficDay) =>
    t('web:kit.labelled', { label: dateOf(day), value: formatBytes(day.amount, locale) })

  const onKeyDown = (event: KeyboardEvent) => {
    const mirrored = direction === 'rtl' ? ({ ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key] ?? '') : ''
    const step = steps[mirrored || event.key]
    if (!step) return
    event.preventDefault()
    const next = Math.min(Math.max(step(at, days.length - 1), 0), days.length - 1)
    setAt(next)
    ;(bars.current?.querySelectorAll('button')[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      {maxAmount === 0 ? (
        <p className="flex h-28 items-center justify-center rounded-md bg-sunken px-4 text-center text-small text-muted">
          {t(`storage:usage.${kind}.none`)}
        </p>
      ) : (
        <>
          <p aria-hidden="true" className="mb-1 text-12 text-muted tabular-nums">
            {formatBytes(maxAmount, locale)}
          </p>
          <fieldset ref={bars} onKeyDown={onKeyDown} className="flex h-28 min-w-0 items-stretch border-y border-line">
            <legend className="sr-only">{t(`storage:usage.${kind}.chart`)}</legend>
            {days.map((day, index) => (
              <button
                key={day.created_at}
                type="button"
                tabIndex={index === at ? 0 : -1}
                aria-label={labelOf(day)}
                data-tip={labelOf(day)}
                onFocus={() => setAt(index)}
                className="group flex min-w-0 grow basis-0 cursor-default items-end px-px outline-none sm:px-0.5"
              >
                <span
                  data-fill
                  className={cx(
                    'w-full rounded-t-xs group-hover:bg-brand-text group-focus-visible:outline-2 group-focus-visible:outline-focus',
                    day.amount > 0 ? 'min-h-1 bg-brand-mark' : 'min-h-0.5 bg-n5',
                  )}
                  style={{ height: `${day.percentage}%` }}
                />
              </button>
            ))}
          </fieldset>
          <p aria-hidden="true" className="mt-1.5 flex justify-between text-12 text-muted tabular-nums">
            <span>{dateOf(days[0])}</span>
            <span>{dateOf(days.at(-1))}</span>
          </p>
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={listed}
            aria-controls={table}
            onClick={() => setListed(!listed)}
            className="-ms-2 mt-2"
          >
            {t(listed ? 'storage:usage.hideTable' : 'storage:usage.showTable')}
          </Button>
          <div id={table} hidden={!listed}>
            {listed && <TrafficTable caption={t(`storage:usage.${kind}.chart`)} days={days} />}
          </div>
        </>
      )}
    </>
  )
}
