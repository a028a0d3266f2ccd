/** Languages whose formats and plural rules Node.js and all browsers have; Chromium leaves out most of those of ICU. */
const formatted =
  ' af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl no or pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu '

/**
 * The locale in which dates, numbers, lists and plural forms of a language are written: English for a language that `Intl` may lack,
 * as for its missing texts. `Intl` alone would take the language of the process, and in the browser that of the browser: the page
 * would be rendered differently than on the server, and look for plural forms that there are not.
 */
export const formatLocale = (locale: string): string =>
  formatted.includes(` ${locale.split('-')[0]} `) ? locale : 'en'
