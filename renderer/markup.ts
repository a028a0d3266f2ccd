/** Replaced by the page's markup after Vike has added its tags to the document. */
export const markupPlaceholder = '<!--markup-->'
