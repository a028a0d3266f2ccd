const seconds = [3, 4, 6, 9, 13, 20, 30, 30, 30, 30]

/** Waits before each reload of a page whose preview is being made, in ms. After the last of them the visitor is asked. */
export const reloadDelaysMs: readonly number[] = seconds.map((value) => value * 1_000)
