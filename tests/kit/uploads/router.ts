/** The gallery has one page: navigation does nothing. */
export const navigate = async (url: string): Promise<void> => location.assign(url)
export const prefetch = async (): Promise<void> => {}
export const reload = async (): Promise<void> => location.reload()
