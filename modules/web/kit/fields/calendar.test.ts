import { type ComponentType, type Context, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { loadComponents } from '../../../../tests/support/components.ts'
import type { CalendarProps } from './Calendar.tsx'

const { Calendar, TextsContext } = await loadComponents<{
  Calendar: ComponentType<CalendarProps>
  TextsContext: Context<unknown>
}>(t, ['modules/web/kit/fields/Calendar.tsx', 'modules/web/i18n/use-t.ts'])

const html = (locale: string): string => {
  const texts = { t: (key: string) => key, language: locale, getResource: () => undefined }
  const props = { label: 'Day', locale, value: '2026-11-28', today: '2026-11-28', min: '2026-11-28' }
  const calendar = createElement(Calendar, { ...props, onValue: () => undefined })
  return renderToString(createElement(TextsContext, { value: texts }, calendar))
}

t.test('calendar: the shown day is that of its name, also where another calendar is usual', async (t) => {
  const chosen = /aria-pressed="true" aria-label="([^"]*)"[^>]*>([^<]*)</
  const [, name, shown] = chosen.exec(html('fa')) ?? []
  t.equal(shown, '۲۸')
  t.match(name, '۲۸ نوامبر ۲۰۲۶')
  t.match(html('fa'), '>نوامبر ۲۰۲۶<', 'the month above')
  t.same(chosen.exec(html('en'))?.slice(1), ['Saturday, November 28, 2026', '28'])
  t.equal(chosen.exec(html('ja'))?.[2], '28')
})
