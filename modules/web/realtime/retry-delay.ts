const first = 500
/** After a restart everybody is back within 15 s (R17). */
const longest = 10_000

/** ms before the next try after so many failures: twice as long each time, spread so that a server is not stormed. */
export const retryDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(first * 2 ** Math.min(failures, 10), longest) * (0.5 + random() / 2)
