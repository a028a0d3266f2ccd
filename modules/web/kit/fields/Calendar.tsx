import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatLocale } from '../../../shared/contract.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/use-t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { cx } from '../cx.ts'
import { addMonths, dayAfterKey, firstWeekdayOf, weeksOf } from './calendar-days.ts'

export type CalendarProps = {
  /** Accessible name. */
  label: string
  locale: string
  /** Days are strings like `2026-11-30`. */
  value: string | null
  today: string
  /** Earlier days cannot be selected. */
  min: string
  onValue: (day: string) => void
}

/** One month of days to select one from; arrow keys, Home, End, Page Up and Page Down move the focus. */
export const Calendar = ({ label, locale, value, today, min, onValue }: CalendarProps) => {
  const t = useT()
  const [focused, setFocused] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (value) setFocused(value)
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that has become the focused one
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  }, [focused])

  const firstWeekday = firstWeekdayOf(locale)
  const weeks = weeksOf(focused, firstWeekday)
  // The grid has weeks of the Gregorian calendar; dates of a Persian one would not fit it.
  const text = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(locale), { ...options, calendar: 'gregory', timeZone: 'UTC' }).format(
      Date.parse(day),
    )
  const show = (day: string) => setFocused(day < min ? min : day)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, focused, firstWeekday, document.documentElement.dir === 'rtl')
    if (!next) return
    event.preventDefault()
    moved.current = true
    show(next)
  }
  return (
    <div>
      <div className="flex items-center justify-between">
        <IconButton
          icon={ChevronLeft}
          size="sm"
          label={t('web:kit.calendar.previous')}
          disabled={focused.slice(0, 7) <= min.slice(0, 7)}
          onClick={() => show(addMonths(focused, -1))}
          className="rtl:rotate-180"
        />
        <span className="text-14 font-medium" aria-live="polite">
          {text(focused, { month: 'long', year: 'numeric' })}
        </span>
        <IconButton
          icon={ChevronRight}
          size="sm"
          label={t('web:kit.calendar.next')}
          onClick={() => show(addMonths(focused, 1))}
          className="rtl:rotate-180"
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of date grids */}
      <table ref={grid} role="grid" aria-label={label} onKeyDown={onKeyDown} className="mt-1 w-full table-fixed">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="h-7 text-12 font-normal text-muted">
                <abbr title={text(day, { weekday: 'long' })} className="no-underline">
                  {text(day, { weekday: 'narrow' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0 text-center">
                  {day.slice(0, 7) === focused.slice(0, 7) && (
                    <button
                      type="button"
                      tabIndex={day === focused ? 0 : -1}
                      disabled={day < min}
                      aria-pressed={day === value}
                      aria-label={text(day, { dateStyle: 'full' })}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => {
                        setFocused(day)
                        onValue(day)
                      }}
                      className={cx(
                        'mx-auto grid size-8 place-items-center rounded-full text-13 tabular-nums disabled:text-faint pointer-coarse:size-11',
                        day === value ? 'bg-brand-solid font-medium text-on-brand' : 'hover:not-disabled:bg-hover',
                        day === today && day !== value && 'font-semibold text-brand-text',
                      )}
                    >
                      {formatNumber(Number(day.slice(8)), locale)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
