let account = ''

/**
 * Id of the account that this page was loaded for; empty for an anonymous visitor. Nothing is set during server rendering.
 */
export const pageAccount = (): string => account

/** Sets the account that the calls of this page act for. */
export const setPageAccount = (id: string): void => {
  account = id
}
