/** ms between two looks: soon at first, then gently. */
const first = 1_200
const longest = 5_000

/** Looks again and again, one look at a time and none while the page is out of sight. What it returns ends it. */
export const keepLooking = (look: () => Promise<unknown>, isInSight: () => boolean): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  let isOver = false
  const lookIn = (pause: number) => {
    timer = setTimeout(async () => {
      if (isInSight()) await look().catch(() => undefined)
      if (!isOver) lookIn(Math.min(pause * 1.2, longest))
    }, pause)
  }
  lookIn(first)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
