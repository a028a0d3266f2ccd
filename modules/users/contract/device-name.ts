const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const firstMatch = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** “Firefox on Linux” in the reader's language. */
export const deviceText = (
  t: (key: string, values?: Record<string, string>) => string,
  userAgent: string | null,
): string => {
  const { browser, system } = deviceName(userAgent)
  if (!browser && !system) return t('users:device.unknownDevice')
  const unknown = t('users:device.unknown')
  return t('users:device.name', { browser: browser ?? unknown, system: system ?? unknown })
}

/** Browser and system of a User-Agent header as people call them; null where unknown. For display only. */
const deviceName = (userAgent: string | null): { browser: string | null; system: string | null } => ({
  browser: firstMatch(browsers, userAgent ?? ''),
  system: firstMatch(systems, userAgent ?? ''),
})
