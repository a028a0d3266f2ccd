import type { Page } from 'playwright-core'

/** A time zone that older browsers do not know. */
export const unknownZone = 'America/Ciudad_Juarez'

/** Runs in a page or worker: removes the functions that the oldest browsers of docs/operate.md lack, besides these names. */
const removeNewer = (kept: string[]) => {
  const newer: [owner: string, names: PropertyKey[]][] = [
    ['Promise', ['withResolvers', 'try']],
    ['Map', ['groupBy']],
    ['Object', ['groupBy']],
    ['Map.prototype', ['getOrInsert', 'getOrInsertComputed']],
    ['WeakMap.prototype', ['getOrInsert', 'getOrInsertComputed']],
    [
      'Set.prototype',
      'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'.split(' '),
    ],
    ['Iterator.prototype', 'map filter take drop flatMap reduce toArray forEach some every find join'.split(' ')],
    ['Array', ['fromAsync']],
    ['AbortSignal', ['any']],
    ['URL', ['canParse', 'parse']],
    ['Math', ['sumPrecise', 'f16round']],
    ['RegExp', ['escape']],
    ['Uint8Array', ['fromBase64', 'fromHex']],
    ['Uint8Array.prototype', ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    ['ArrayBuffer.prototype', ['transfer', 'transferToFixedLength', 'resize']],
    ['ReadableStream', ['from']],
    ['ReadableStream.prototype', ['values', Symbol.asyncIterator]],
    ['Response.prototype', ['bytes']],
    ['Blob.prototype', ['bytes']],
    ['Element.prototype', ['checkVisibility', 'moveBefore', 'setHTML', 'setHTMLUnsafe']],
    ['Document.prototype', ['startViewTransition', 'caretPositionFromPoint']],
    ['Intl', ['DurationFormat']],
    ['Intl.Locale.prototype', ['getWeekInfo', 'weekInfo']],
    ['', 'Iterator Float16Array scheduler requestIdleCallback CloseWatcher navigation Temporal'.split(' ')],
  ]
  for (const [owner, names] of newer) {
    const path = owner.split('.').filter(Boolean)
    const object = path.reduce<Record<PropertyKey, never> | undefined>((at, name) => at?.[name], globalThis as never)
    for (const name of names) if (!kept.includes(String(name))) delete object?.[name]
  }
  // Time zones: offsets, and those that were made since.
  const { DateTimeFormat } = Intl
  const { prototype, supportedLocalesOf } = DateTimeFormat
  function OlderFormat(locales?: string, options?: Intl.DateTimeFormatOptions) {
    if (/^[+-]|Ciudad_Juarez/.test(options?.timeZone ?? ''))
      throw new RangeError(`Invalid time zone specified: ${options?.timeZone}`)
    return new DateTimeFormat(locales, options)
  }
  Object.assign(Intl, { DateTimeFormat: Object.assign(OlderFormat, { prototype, supportedLocalesOf }) })
}

/** From its next document on, the page runs as in the oldest browsers that are supported, as far as scripts can tell. */
export const makeOlder = async (page: Page): Promise<void> => {
  await page.addInitScript(removeNewer, [])
  // Init scripts do not run in workers. PDFs need a year more (Safari 17.4).
  const kept = JSON.stringify(['withResolvers', 'transfer', 'transferToFixedLength'])
  await page.route(/\/pdf\.worker\./, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${removeNewer})(${kept});\n${await response.text()}` })
  })
}

/** From its next document on, the page is one of a browser that blocks cookies, as Firefox does it: storage throws. */
export const blockStorage = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const insecure = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: insecure })
    window.BroadcastChannel = function BroadcastChannel() {
      insecure()
    } as never
  })
}
