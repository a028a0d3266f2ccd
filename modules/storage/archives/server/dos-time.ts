/** Reused for each entry, because an archive may have a hundred thousand. */
const date = new Date()

/** MS-DOS time in UTC, with a resolution of two seconds, clamped to 1980–2107. */
export const dosTime = (seconds: number): { time: number; date: number } => {
  date.setTime(Math.min(Math.max(seconds, 315_532_800), 4_354_819_198) * 1_000)
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    date: ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  }
}

/** Whether an extended timestamp can hold this time. */
export const fitsExtendedTimestamp = (seconds: number) => seconds >= -0x80000000 && seconds <= 0x7fffffff
