import type { FastifyRequest } from 'fastify'
import type { Translations } from '../i18n/translations.ts'

/** Body of a successful call, with the text `key` (`module:message.name`) in the caller's language. */
export const successMessage = (
  i18n: Pick<Translations, 'translator'>,
  { locale }: Pick<FastifyRequest, 'locale'>,
  key: string,
): { type: 'success'; message: string } => ({ type: 'success', message: i18n.translator(locale)(key) })
