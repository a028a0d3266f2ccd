/** Classes of the frame around a file's preview. */
export const previewFrameClass = 'mt-8 block overflow-hidden rounded-lg border border-line bg-sunken'
