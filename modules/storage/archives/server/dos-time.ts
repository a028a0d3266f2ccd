/** Reused for each entry, because an archive may have a hundred thousand. */
const at = new Date()

/** MS-DOS time in UTC, with a resolution of two seconds, clamped to 1980–2107. */
export const dosTime = (seconds: number): { time: number; date: number } => {
  at.setTime(Math.min(Math.max(seconds, 315_532_800), 4_354_819_198) * 1_000)
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

/** Whether an extended timestamp can hold this time. */
export const hasTime = (seconds: number) => seconds >= -0x80000000 && seconds <= 0x7fffffff
