/** Years of four digits, as all times of the API have. */
const [minTime, maxTime] = [Date.parse('0001-01-01T00:00Z'), Date.UTC(9999, 0)]

/** The time of a file, which its sender claims, from ms since 1970; null where it cannot be one. */
export const fileTimeOf = (time: number): Date | null => (time >= minTime && time < maxTime ? new Date(time) : null)
