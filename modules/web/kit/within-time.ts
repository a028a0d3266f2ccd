/** As `call` does with reads: what takes longer fails like what is done without a connection. */
export const maxWaitMs = 30_000

/** The outcome of `work`, or a rejection after `ms`: what hangs would keep a person waiting without end. `work` goes on. */
export const withinTime = <T>(work: Promise<T>, ms = maxWaitMs): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('did not answer')), ms)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
