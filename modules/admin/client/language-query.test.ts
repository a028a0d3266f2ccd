import t from 'tap'
import { knownLocales } from './language-query.ts'

t.test('languages to add: canonical tags, which the server stores as ids, each once', async (t) => {
  t.same(
    knownLocales.filter((locale) => Intl.getCanonicalLocales(locale)[0] !== locale),
    [],
  )
  t.equal(new Set(knownLocales).size, knownLocales.length)
})
