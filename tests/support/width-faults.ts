/** Run in a page: wider than the window, a control whose own text is cut off without an ellipsis, or a choice that is cut off. */
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
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  const cutChoices = [...document.querySelectorAll('select')].filter((element) => {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(element)
    // The shorthand is empty where a feature of the font is set.
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const text = element.selectedOptions[0]?.text ?? ''
    const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return element.checkVisibility() && element.clientWidth > 1 && pen.measureText(text).width > room + 1
  })
  return [
    ...(wide > 0 ? [`${wide} px too wide`] : []),
    ...cut.map((element) => `cut: ${element.textContent?.trim()}`),
    ...cutChoices.map((element) => `cut choice: ${element.selectedOptions[0]?.text}`),
  ]
}
