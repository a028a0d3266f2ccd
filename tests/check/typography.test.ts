import t from 'tap'
import { checkTypography } from './typography.ts'

const isSound = (locale: string, text: string) => checkTypography(locale, new Map([['web:a', text]])).length === 0

t.test('quotation marks are those of the language', async (t) => {
  for (const [locale, text] of [
    ['fr', '«\u00a0{{name}}\u00a0»'],
    ['it', '“{{name}}”'],
    ['pl', '„{{name}}”'],
    ['cs', '„{{name}}“'],
    ['ja', '「{{name}}」'],
    ['xx', '"{{name}}"'],
  ] as const)
    t.ok(isSound(locale, text), text)
  for (const [locale, text] of [
    ['it', '«{{name}}»'],
    ['es', '«{{name}}»'],
    ['pl', '„{{name}}“'],
    ['cs', '„{{name}}”'],
    ['zh', '「{{name}}」'],
    ['de', '"{{name}}"'],
  ] as const)
    t.notOk(isSound(locale, text), text)
})

t.test('French: no-break spaces before double punctuation and inside quotation marks', async (t) => {
  for (const text of [
    'Langue\u00a0: {{language}}',
    'Merci\u00a0!',
    '{{rate}}\u00a0%',
    'https://a.b:80 / … 12:30',
    'a ? b',
  ])
    t.equal(isSound('fr', text), !text.includes(' ?'), text)
  for (const text of [
    'Langue : {{language}}',
    'Langue: {{language}}',
    'Merci !',
    'Merci!',
    '{{rate}} %',
    '« {{name}} »',
  ])
    t.notOk(isSound('fr', text), text)
})

t.test('Japanese and Chinese: full-width punctuation beside ideographs', async (t) => {
  for (const text of [
    '言語：{{language}}',
    'DATA_DIRの.envファイル',
    '形式は.{{type}}です',
    '1,000件',
    'GB（ギガバイト）',
  ])
    t.ok(isSound('ja', text), text)
  for (const text of ['言語: {{language}}', '完了!', '件(任意)', '保存しました.', '你好, {{name}}'])
    t.notOk(isSound('zh', text), text)
})
