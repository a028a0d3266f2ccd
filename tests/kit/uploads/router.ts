/** The gallery has one page; the shell's router has nowhere to go. */
export const navigate = async (url: string): Promise<void> => location.assign(url)
export const prefetch = async (): Promise<void> => {}
export const reload = async (): Promise<void> => location.reload()
