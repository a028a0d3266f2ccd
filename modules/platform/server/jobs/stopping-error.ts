/** Reason with which `Jobs.signal` is aborted: an attempt that ends with it continues after the next start. */
export class StoppingError extends Error {
  constructor() {
    super('the process stops')
  }
}
