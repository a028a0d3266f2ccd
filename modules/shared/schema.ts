/**
 * The schema builders that contracts use, under names that do not shadow JavaScript's globals.
 * Named re-exports only: the browser bundle then keeps the few builders in use (about 1 KB) and not all of TypeBox.
 */
import {
  Array as ArrayType,
  Boolean as BooleanType,
  Enum,
  Integer,
  Literal,
  Null,
  Number as NumberType,
  Object as ObjectType,
  Optional,
  Record as RecordType,
  type Static,
  String as StringType,
  type TEnum,
  type TProperties,
  type TSchema,
  Union,
  Unknown,
} from 'typebox'

export type { Static, TSchema }
export const object = <P extends TProperties>(properties: P) => ObjectType(properties, { additionalProperties: false })
export const openObject = <P extends TProperties>(properties: P) =>
  ObjectType(properties, { additionalProperties: true })
export const array = ArrayType
export const string = StringType
export const boolean = BooleanType
export const integer = Integer
export const number = NumberType
export const literal = Literal
export const union = Union
export const optional = Optional
export const record = RecordType
export const unknown = Unknown
export const nullable = <T extends TSchema>(schema: T) => Union([schema, Null()])
/** One of the given words. */
export const oneOf = <const W extends readonly string[]>(words: W): TEnum<[...W]> =>
  Enum([...words]) as unknown as TEnum<[...W]>

/** Key of the words of a `oneOfAnyCase` schema; a symbol, so that the OpenAPI document has the pattern only. */
export const wordsOfAnyCase = /* @__PURE__ */ Symbol('wordsOfAnyCase')

/** One of the given words in any case. In the checked value it is written as here (`compileCheck`), as the type says. */
export const oneOfAnyCase = <const W extends readonly string[]>(words: W): TEnum<[...W]> => {
  const letters = (word: string) =>
    word.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  const pattern = `^(?:${words.map(letters).join('|')})$`
  return StringType({ pattern, [wordsOfAnyCase]: words }) as unknown as TEnum<[...W]>
}

export const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
const uuidRegExp = /* @__PURE__ */ new RegExp(uuidPattern)
export const isUuid = (text: string): boolean => uuidRegExp.test(text)
/** Sorts before every id, and is none. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'
export const uuid = () => StringType({ pattern: uuidPattern })
/** ISO 8601 UTC with milliseconds. */
export const timestamp = () => StringType({ maxLength: 40 })
