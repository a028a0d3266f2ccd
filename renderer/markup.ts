/** Where the document takes the page's markup in, once it has all its tags. */
export const markupHere = '<!--markup-->'
