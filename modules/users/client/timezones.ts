/** UTC offsets that are in use, from -12 to +14, with half and quarter hours. */
const offsets =
  '-12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:30 -04:00 -03:30 -03:00 -02:00 -01:00 +00:00 +01:00 +02:00 +03:00 +03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45 +09:00 +09:30 +10:00 +10:30 +11:00 +12:00 +12:45 +13:00 +14:00'.split(
    ' ',
  )

/** `Europe/Berlin` → “Europe/Berlin”, `+05:45` → “GMT+05:45”. */
const labelOf = (zone: string): string => (/^[+-]/.test(zone) ? `GMT${zone}` : zone.replaceAll('_', ' '))

/** The browser's time zones by name, then the offsets; `current` is among them even if the browser does not know it. */
export const timezoneOptions = (current: string | null): { value: string; label: string }[] => {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...offsets]
  const all = current === null || zones.includes(current) ? zones : [current, ...zones]
  return all.map((value) => ({ value, label: labelOf(value) }))
}
