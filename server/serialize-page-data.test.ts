import { parse } from '@brillout/json-serializer/parse'
import t from 'tap'
import { serializePageData } from './serialize-page-data.ts'

t.test('serializePageData: Vike’s client reads the same values', async (t) => {
  const data = {
    none: undefined,
    texts: ['!undefined', '!', 'a "quoted" !', '</script><!--'],
    url: '/a/b',
    deep: { '!': [null, 1] },
  }
  const json = serializePageData(data)
  t.strictSame(parse(json), data)
  t.notMatch(json, /[</](?<!\\\/)/)
})
