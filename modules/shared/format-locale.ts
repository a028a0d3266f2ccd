/** Languages whose formats and plural rules Node.js and all browsers have; Chromium leaves out most of those of ICU. */
const formatted =
  ' af am ar az bg bn bs ca cs da de el en es et fa fi fil fr gu he hi hr hu id it ja kk kn ko lt lv ml mr ms nb nl no pa pl pt ro ru sk sl sr sv sw ta te th tr uk ur uz vi zh '

/**
 * The locale in which dates, numbers, lists and plural forms of a language are written: English for a language that `Intl` may lack,
 * as for its missing texts. `Intl` alone would take the language of the process, and in the browser that of the browser: the page
 * would be rendered differently than on the server, and look for plural forms that there are not.
 */
export const formatLocale = (locale: string): string =>
  formatted.includes(` ${locale.split('-')[0]} `) ? locale : 'en'
