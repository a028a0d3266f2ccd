/** Whether an element has more content than its width and lets a finger or the arrow keys scroll to it. */
export const scrollsSideways = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
