/** Function that returns the text of an i18n key (`module:key`) in one language; `values`: its placeholders. */
export type Translate = (key: string, values?: Record<string, unknown>) => string
