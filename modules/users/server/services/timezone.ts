/** UTC offset in hours as settings pages send it, such as `-3.5`, `+5.75` or `0`, from -12 to +14 → `+05:45`; else null. */
const fromHours = (value: string): string | null => {
  if (!/^[+-]?\d{1,2}(\.\d{1,2})?$/.test(value)) return null
  const minutes = Math.round(Number(value) * 60)
  if (minutes < -12 * 60 || minutes > 14 * 60 || minutes % 15 !== 0) return null
  const size = Math.abs(minutes)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A time zone that Intl accepts: an IANA name unchanged, UTC offsets in hours as `+05:45`. Null when it is neither. */
export const normalTimezone = (value: string): string | null => {
  const offset = fromHours(value)
  if (offset) return offset
  if (!/^([A-Za-z][A-Za-z0-9_+/-]{1,60}|[+-]\d{2}:\d{2})$/.test(value)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
