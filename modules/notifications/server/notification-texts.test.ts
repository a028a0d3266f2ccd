import { readFileSync } from 'node:fs'
import t from 'tap'

const { text } = JSON.parse(
  readFileSync(new URL('../../../locales/en/notifications.json', import.meta.url), 'utf8'),
) as { text: Record<string, Record<string, string>> }

t.test('every notification has a title, a description and the label of its link', async (t) => {
  for (const [template, texts] of Object.entries(text)) {
    const { title, button } = texts
    t.ok(title, `${template}: title`)
    t.ok(texts.description ?? texts.description_other, `${template}: description`)
    t.ok(button, `${template}: button`)
  }
})
