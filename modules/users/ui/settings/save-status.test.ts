import { type ComponentType, type Context, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { proxy } from 'valtio'
import { loadComponents } from '../../../../tests/support/components.ts'
import type { Autosave } from '../../client/autosave.store.ts'

const { SaveStatus, TextsContext, PageContextProvider, FeedbackContext } = await loadComponents<{
  SaveStatus: ComponentType<{ autosave: Autosave }>
  FeedbackContext: Context<unknown>
  TextsContext: Context<unknown>
  PageContextProvider: Context<unknown>
}>(t, [
  'modules/users/ui/settings/SaveStatus.tsx',
  'modules/web/i18n/use-t.ts',
  'modules/web/page-context.tsx',
  'modules/web/kit/feedback/FeedbackContext.ts',
])

t.test('the time of the last save is in the time zone of the account', async (t) => {
  const texts = {
    t: (key: string, { time }: { time: string }) => `${key} ${time}`,
    language: 'en',
    getResource: () => undefined,
  }
  const autosave = { state: proxy({ status: 'saved', savedAt: Date.parse('2026-11-28T11:04:00Z') }) } as Autosave
  const shown = createElement(FeedbackContext, { value: {} }, createElement(SaveStatus, { autosave }))
  const status = createElement(TextsContext, { value: texts }, shown)
  const timeIn = (timezone: string) =>
    /\d+:\d+\s[AP]M/.exec(
      renderToString(createElement(PageContextProvider, { value: { locale: 'en', user: { timezone } } }, status)),
    )?.[0]
  t.equal(timeIn('Asia/Tokyo')?.replace(/\s/, ' '), '8:04 PM')
  t.equal(timeIn('Europe/Berlin')?.replace(/\s/, ' '), '12:04 PM')
})
