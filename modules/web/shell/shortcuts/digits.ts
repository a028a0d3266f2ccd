/**
 * The digit of a key, whatever the layout types with it (`é` on AZERTY, `ě`, `۲`); '' for other keys. A numeric keypad has
 * digits only while it types them. '' also for the keys with which browsers zoom, which some layouts have on the digits.
 */
export const digitOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  /^[\d+=-]$/.test(key) ? key.replace(/\D/, '') : (/^Digit(\d)$/.exec(code)?.[1] ?? '')
