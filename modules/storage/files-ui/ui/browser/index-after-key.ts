/** Target index of an arrow or page key from row `at`; null for other keys. */
export const indexAfterKey = (
  key: string,
  { at, total, lanes, pageRows, rtl }: { at: number; total: number; lanes: number; pageRows: number; rtl: boolean },
): number | null => {
  const side = rtl ? -1 : 1
  const steps: Record<string, number> = {
    ArrowDown: at < 0 ? 0 : at + lanes,
    ArrowUp: at < 0 ? 0 : at - lanes,
    PageDown: at + lanes * pageRows,
    PageUp: at - lanes * pageRows,
    Home: 0,
    End: total - 1,
    ...(lanes > 1 ? { ArrowRight: at + side, ArrowLeft: at - side } : {}),
  }
  const wanted = steps[key]
  if (wanted === undefined || total === 0) return null
  // A vertical step beyond the grid's edge stays.
  if ((key === 'ArrowDown' || key === 'ArrowUp') && lanes > 1 && (wanted < 0 || wanted >= total)) return at
  return Math.min(total - 1, Math.max(0, wanted))
}
