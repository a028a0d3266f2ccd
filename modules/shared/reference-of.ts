/** What people are shown, and read out, of a request's id: enough to find its line in the log. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8)
