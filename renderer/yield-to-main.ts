/** Runs `callback` in a task of its own, so that a slow phone can handle input before it. Rejects with its error. */
export const yieldToMain = <Result>(callback: () => Result): Promise<Result> =>
  new Promise<void>((resolve) => setTimeout(resolve)).then(callback)
