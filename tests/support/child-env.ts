const { PATH, NODE_COMPILE_CACHE } = process.env

/** Environment of the product's processes under test; compiled code is cached between starts, as `npm start` does. */
export const childEnv: Record<string, string> = {
  PATH: PATH ?? '',
  NODE_ENV: 'production',
  ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
}
