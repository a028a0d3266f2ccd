/** Run in a page: wider than the window, or a control whose own text is cut off without an ellipsis. */
export const widthFaults = (): string[] => {
  // Not the window's width: a phone zooms out until everything fits.
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth - clientWidth
  const cut = [...document.querySelectorAll('button, a, h1, h2, h3, label, legend, [role=tab]')].filter(
    (element) =>
      element.checkVisibility() &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible' &&
      getComputedStyle(element).textOverflow !== 'ellipsis' &&
      !element.querySelector('.truncate') &&
      element.clientWidth > 1,
  )
  return [...(wide > 0 ? [`${wide} px too wide`] : []), ...cut.map((element) => `cut: ${element.textContent?.trim()}`)]
}
