/** Never rendered: the path redirects to the shared item. */
export const Page = () => null
