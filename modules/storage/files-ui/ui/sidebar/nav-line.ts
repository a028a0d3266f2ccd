/** Look of a line of the sidebar. */
export const navLine =
  'flex min-h-8 w-full min-w-0 items-center gap-2.5 rounded-sm px-2 text-14 no-underline hover:bg-hover aria-[current=page]:bg-brand-tint aria-[current=page]:font-medium aria-[current=page]:text-brand-text pointer-coarse:min-h-11'
