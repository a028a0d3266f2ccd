import { defineEntity, p } from '@mikro-orm/core'

const time = () => p.datetime().columnType('timestamptz').defaultRaw('now()')

/** A language that an administrator changed, created or removed. An unchanged shipped language has no row. */
export const LanguageEntity = defineEntity({
  name: 'Language',
  tableName: 'languages',
  properties: {
    /** BCP 47. */
    locale: p.text().primary(),
    name: p.text(),
    /** No longer offered; for shipped languages, whose files stay. */
    removed: p.boolean().default(false),
    /** Counts changes, by which processes see that their texts are old. */
    version: p.bigint('number').default(1),
    createdAt: time().fieldName('created_at'),
    updatedAt: time().fieldName('updated_at'),
  },
})

/** A text that replaces the shipped one. */
export const LanguageStringEntity = defineEntity({
  name: 'LanguageString',
  tableName: 'language_strings',
  properties: {
    locale: () =>
      p
        .manyToOne(LanguageEntity)
        .mapToPk()
        .primary()
        .fieldName('locale')
        .updateRule('no action')
        .deleteRule('no action'),
    key: p.text().primary(),
    value: p.text(),
  },
})
