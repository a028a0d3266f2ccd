/** The gallery is a single page: navigation loads it again. */
export const navigate = async (url: string): Promise<void> => location.assign(url)
export const reload = async (): Promise<void> => location.reload()
