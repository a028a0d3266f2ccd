/** File requests are never indexed. */
export const head = () => '<meta name="robots" content="noindex, nofollow" />'
