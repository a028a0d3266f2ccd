/** Printed at the start where `CONTENT_URL` is set (D65). */
export const contentUrlNotice = (contentUrl: string): string =>
  `CONTENT_URL=${contentUrl} has no effect: this version serves users' files from the origin of APP_URL, sandboxed`
