/** Whether a switch of a form or call is on. */
export const isSwitchedOn = (value: unknown): boolean => [true, 1, '1', 'on', 'true'].includes(value as never)
