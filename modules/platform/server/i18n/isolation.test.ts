import t from 'tap'
import { Translations } from './translations.ts'

t.test('values are isolated where they may be of another direction than the text', async (t) => {
  const i18n = new Translations()
  const key = 'sharing:mail.link.subject'
  const [arabic, english] = [i18n.translator('ar'), i18n.translator('en')]
  const values = { owner: 'Ann Lee', item: '2026-11-28 Notes.pdf' }
  t.match(arabic(key, values), '\u20682026-11-28 Notes.pdf\u2069')
  t.match(arabic(key, values), '\u2068Ann Lee\u2069')
  t.equal(english(key, values), 'Ann Lee shared “2026-11-28 Notes.pdf” with you')
  t.equal(english(key, { ...values, owner: 'דנה 2' }), '\u2068דנה 2\u2069 shared “2026-11-28 Notes.pdf” with you')
  t.notMatch(arabic('sharing:mail.code.body', { code: '012345', item: 'a' }), '\u2068012345', 'codes are copied')
  const named = arabic('sharing:request.folder', { date: '2026', interpolation: { escapeValue: false } })
  t.notMatch(named, /[\u2066-\u2069]/, 'names of folders may not contain such characters')
})
