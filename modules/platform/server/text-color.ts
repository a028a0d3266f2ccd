import { luminance } from '../../shared/contract.ts'

/** Black or white, whichever has more contrast on `color` (#rrggbb). */
export const textColorOn = (color: string): string => (luminance(color) > 0.179 ? '#000000' : '#ffffff')
