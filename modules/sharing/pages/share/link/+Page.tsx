/** Never shown: the address leads on to what the link is for. */
export const Page = () => null
