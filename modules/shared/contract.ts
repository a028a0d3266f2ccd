export { BoundedMap } from './bounded-map.ts'
export { type LinearRgb, linearRgb, luminance } from './color.ts'
export { content, type HeaderName, isContent, notModified, rangedContent, redirect } from './content.ts'
export { BotCheck, type BotCheckProof, botCheckFields, getBotCheck } from './contract/bot-check.ts'
export { countedKey } from './counted-key.ts'
export { countries } from './countries.ts'
export { type CreatedOnce, createOnce } from './create-once.ts'
export { type CsvColumns, csv, csvLines, csvParts } from './csv.ts'
export { currencies } from './currencies.ts'
export { dayMs, daySeconds, hourMs, hourSeconds, minuteSeconds } from './durations.ts'
export { emailPattern, isEmail, isMailbox, maxEmailLength } from './email.ts'
export type {
  Access,
  BodyOf,
  EndpointSpec,
  ErrorCode,
  ErrorCodes,
  ParamsOf,
  QueryOf,
  ResponseCode,
  ResultOf,
} from './endpoint.ts'
export { alias, endpoint } from './endpoint.ts'
export { BoundedMeta, ErrorBody, Paginate, SuccessMessage, single } from './envelope.ts'
export { codeOf, ifMissing, statusOf } from './error-fields.ts'
export { escapeHtml } from './escape-html.ts'
export { foldText } from './fold-text.ts'
export { formatLocale } from './format-locale.ts'
export { toIso } from './iso.ts'
export { directionOf, interpolationOf, isolate, needsIsolation } from './isolate.ts'
export { isOutcomeUnknown, isTransient } from './lost-response.ts'
export { decimalsOf, formatDecimal, formatMoney, type Money, parseMoney, toDecimal } from './money.ts'
export { foldSpaces, isSameName } from './names.ts'
export { asciiDigits, normalCode } from './normal-code.ts'
export { isSameEmail, normalEmail } from './normal-email.ts'
export { moneyInput, moneyText, wholeInput } from './number-input.ts'
export {
  defaultPerPage,
  defaultSorting,
  firstDirection,
  listQuery,
  maxPerPage,
  type SortDirection,
  type SortField,
  type Sorting,
  sortFields,
} from './paging.ts'
export { accountChanged, settingsChanged } from './realtime-events.ts'
export { referenceOf } from './reference-of.ts'
export * from './schema.ts'
export {
  bytesOfGigabytes,
  bytesOfMebibytes,
  bytesOfMegabytes,
  formatGigabytes,
  formatMegabytes,
  megabytesOf,
} from './sizes.ts'
export type { Translate } from './translate.ts'
export { hasTooManyDecimals, isTypedAmount, typedDecimal } from './typed-decimal.ts'
export { instantAt, startOfDay, wallTimeAt } from './zoned-time.ts'
