export interface SaveOptions {
  /** Called once the value is saved; not after a cancelled question or a rejection. */
  onSaved?: () => void
  /** Saves once the value has stopped changing, instead of at once. */
  soon?: boolean
}
export type SaveSetting = (value: string, options?: SaveOptions) => void
