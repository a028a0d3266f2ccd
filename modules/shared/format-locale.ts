/** Languages whose formats and plural rules Node.js and all browsers have. Chromium leaves out most of ICU's languages. */
const formatted =
  /^(a[fmrz]|b[gns]|c[as]|d[ae]|e[lnst]|f[air]|fil|gu|h[eiru]|i[dt]|ja|k[kno]|l[tv]|m[lrs]|n[blo]|p[alt]|r[ou]|s[klrvw]|t[aehr]|u[krz]|vi|zh)\b/

/**
 * The locale in which dates, numbers, lists and plural forms of a language are written: English for a language that `Intl`
 * may lack, as for its missing texts. `Intl` alone would take the language of the process, and in the browser the browser's:
 * the page would be rendered differently than on the server, and look up plural forms that do not exist.
 */
export const formatLocale = (locale: string): string => (formatted.test(locale) ? locale : 'en')
