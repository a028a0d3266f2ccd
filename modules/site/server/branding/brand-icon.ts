import { textColorOn } from '../../../platform/index.ts'

/** The product's own icon in the installation's color, as SVG. `bleed`: up to the edges, for systems that crop it. */
export const brandIcon = (color: string, { bleed = false } = {}): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">',
    `<rect width="32" height="32"${bleed ? '' : ' rx="8"'} fill="${color}"/>`,
    '<path d="M8 14.5h16v7a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-7ZM8 11.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3M16 16.5v3"',
    ` stroke="${textColorOn(color)}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
    '</svg>',
  ].join('')
