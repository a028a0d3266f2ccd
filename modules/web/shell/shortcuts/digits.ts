/**
 * The digit of a key, whatever the layout types with it (`é` on AZERTY, `ě`, `۲`); '' for other keys. A numeric keypad has
 * digits only while it types them.
 */
export const digitOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  /^\d$/.test(key) ? key : (/^Digit(\d)$/.exec(code)?.[1] ?? '')
