/** Does something after what is under way, so that a slow phone can answer to a finger in between. */
export const inOwnTask = <Result>(deed: () => Result): Promise<Result> =>
  new Promise<void>((resolve) => setTimeout(resolve)).then(deed)
