/** The fields of a setting in `GET /api/config`: field name → value in the payload's unit. */
type PublicFields<Value> = (value: Value, locale: string) => Record<string, unknown>

/** The control of a setting in the administrators' pages. Default: a line of text. */
export type SettingInput =
  | { kind: 'switch' | 'line' | 'text' | 'color' | 'email' | 'list' | 'image' | 'country' }
  | { kind: 'number'; min: number; max: number; unit: string; whole: boolean }
  | { kind: 'choice'; values: readonly string[] }

/** Converts a setting's value from and to text, and validates it. */
export interface SettingType<Value> {
  /** Type, unit and limits for administrators: `a number from 0 to 100 (MB)`. */
  accepts: string
  input?: SettingInput
  /** Undefined for invalid text. */
  parse(text: string): Value | undefined
  format(value: Value): string
  /** Reads the valid part of an invalid stored text; without it the default applies. */
  recover?(text: string): Value
}

/** The single definition of a setting, which code, CLI, admin screens and `GET /api/config` use. */
interface Setting<Value, Fields extends PublicFields<Value> | null = PublicFields<Value> | null> {
  type: SettingType<Value>
  default: Value
  /** Effect of the setting, as one sentence for administrators. */
  effect: string
  /** The fields of `GET /api/config` through which everyone may read it; null: administrators only. */
  public: Fields
  /** Only the setup writes it. */
  internal?: boolean
  /** Stored encrypted, and never shown again. */
  secret?: boolean
  /** Administrators must have entered their password recently to change it, as for every secret. */
  confirm?: boolean
  /** Settings that return to their defaults when this one changes, because they were only valid with its former value. */
  resets?: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a setting of any value, as the registry holds it
export type AnySetting = Setting<any, any>
export type SettingDefinitions = Readonly<Record<string, AnySetting>>

/** Infers the value of one setting from its type. */
export const setting = <Value, const Fields extends PublicFields<Value> | null>(
  definition: Omit<Setting<Value, Fields>, 'default'> & { default: NoInfer<Value> },
): Setting<Value, Fields> => definition

/** Key → value of a module's settings, to extend `SettingValues` with. */
export type ValuesOf<Definitions> = {
  [Key in keyof Definitions]: Definitions[Key] extends { default: infer Value } ? Value : never
}

type UnionToIntersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never

/** The fields of `GET /api/config` that a module's settings fill, to extend `PublicConfig` with. */
export type PublicOf<Definitions> = UnionToIntersection<
  {
    [Key in keyof Definitions]: Definitions[Key] extends { public: (...given: never[]) => infer Fields }
      ? Fields
      : never
  }[keyof Definitions]
>

/** An unknown setting or an invalid value, with a one-line message for administrators. */
export class SettingError extends Error {
  readonly setting: string
  constructor(key: string, message: string) {
    super(message)
    this.setting = key
  }
}

/** The definition of a key. Throws `SettingError` for an unknown key. */
export const definitionOf = (definitions: SettingDefinitions, key: string): AnySetting => {
  const definition = Object.hasOwn(definitions, key) ? definitions[key] : undefined
  if (!definition)
    throw new SettingError(key, `There is no setting ${JSON.stringify(key)}. The settings are: ${list(definitions)}`)
  return definition
}

const list = (definitions: SettingDefinitions): string => Object.keys(definitions).sort().join(', ')

/** Parses a value. Throws `SettingError` with the accepted values for invalid text. */
export const parseSetting = (definitions: SettingDefinitions, key: string, text: string): unknown => {
  const { type } = definitionOf(definitions, key)
  const value = type.parse(text)
  if (value === undefined) throw new SettingError(key, `${key} must be ${type.accepts}, not ${JSON.stringify(text)}`)
  return value
}

/** Merges the settings of all modules. Throws when two modules define the same key. */
export const collectSettings = (...modules: readonly SettingDefinitions[]): SettingDefinitions => {
  const all: Record<string, AnySetting> = {}
  for (const [key, definition] of modules.flatMap((definitions) => Object.entries(definitions))) {
    if (Object.hasOwn(all, key)) throw new Error(`setting ${key} is defined twice`)
    all[key] = definition
  }
  return all
}
