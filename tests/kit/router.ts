/** The gallery is one page: to go somewhere is to load it. */
export const navigate = async (url: string): Promise<void> => location.assign(url)
export const reload = async (): Promise<void> => location.reload()
