/** Beginning of a request's id that people are shown, and read out: enough to find its line in the log. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8)
