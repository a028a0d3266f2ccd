/** Rejection of work that has not ended in time. */
export const late = new Error('did not answer')

/** The outcome of `work`, or a rejection with `late` after `ms`: what hangs would keep a person waiting without end. */
export const withinTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, late)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
