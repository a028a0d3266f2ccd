import { BoundedMap } from './bounded-map.ts'
import { dayMs } from './durations.ts'

/** A day and a time of day as a clock in some zone shows them: `2026-11-30`, `23:59`. */
interface WallTime {
  day: string
  time: string
}

/** By time zone: creating one takes longer than a hundred uses. */
const formats = new BoundedMap<string, Intl.DateTimeFormat>(100)

const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  formats.set(timeZone, format)
  return format
}

/** Day and time that a clock in `timeZone` shows at `at` (ms since 1970). Throws for an unknown zone. */
export const wallTimeAt = (at: number, timeZone: string): WallTime => {
  const [day = '', time = ''] = formatIn(timeZone).format(at).split(' ')
  return { day: day.padStart(10, '0'), time }
}

const asUtc = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`)

/**
 * The instant (ms since 1970) at which a clock in `timeZone` shows this; NaN for an invalid day or time. For a time that is
 * repeated when clocks change: one of the two instants. For a skipped one: the later of the two nearest, so that a day whose
 * midnight is skipped begins with its first hour.
 */
export const instantAt = (wall: WallTime, timeZone: string): number => {
  const target = asUtc(wall)
  if (Number.isNaN(target)) return Number.NaN
  // The offset at the target itself; the second step corrects it beside a clock change.
  let instant = target
  for (let step = 0; step < 2; step++) instant += target - asUtc(wallTimeAt(instant, timeZone))
  return instant + Math.max(0, target - asUtc(wallTimeAt(instant, timeZone)))
}

/** Beginning of a day (`2026-11-30`), or of the day `later` days after it, in `zone`; an unknown zone counts as UTC. */
export const startOfDay = (text: string | undefined, zone: string, later = 0): Date | undefined => {
  const midnight = text ? Date.parse(`${text}T00:00:00Z`) + later * dayMs : Number.NaN
  if (Number.isNaN(midnight)) return undefined
  const instant = () => {
    try {
      return instantAt({ day: new Date(midnight).toISOString().slice(0, 10), time: '00:00' }, zone)
    } catch {
      return midnight
    }
  }
  // No clock shows the year 10000.
  const at = instant()
  return new Date(Number.isNaN(at) ? midnight : at)
}
