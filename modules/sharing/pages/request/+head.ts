/** Links are nobody's to index. */
export const head = () => '<meta name="robots" content="noindex, nofollow" />'
