/** Classes of the frame around what is shown of a file. */
export const frame = 'mt-8 block overflow-hidden rounded-lg border border-line bg-sunken'
